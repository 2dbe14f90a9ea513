import { z } from 'zod';
import { add, type Minor, ZERO } from '#core/money.ts';
import type { Client } from './client.ts';
import { type AllItems, readAllPages } from './pagination.ts';
import { anyInstant, daysAround, id, money, shortString } from './wire.ts';

const listed = z.looseObject({ id, flw_ref: z.string(), created_at: anyInstant });
export type ListedChargeback = z.output<typeof listed>;
const chargeback = z.object({ flw_ref: z.string(), amount: money, status: shortString });

/** A dispute takes the money away when the bank wins it or the business gives in. */
const lostStatuses = new Set(['lost', 'accepted']);

/**
 * Disputes begun since an instant, or those over one payment. No webhook announces them, so they are found
 * only by polling. Uncertain: an account may lack the permission to list them; it is then treated as having
 * none, because otherwise no payment could be verified.
 */
export async function chargebacksOf(
  client: Client,
  filter: { since: Date } | { flwRef: string },
  maxPages: number,
): Promise<AllItems<ListedChargeback>> {
  const since = 'since' in filter ? filter.since : null;
  const query = 'since' in filter ? daysAround(filter.since, client.clock()) : { flw_ref: filter.flwRef };
  const all = await readAllPages(client, '/chargebacks', { query, since, maxPages }, listed);
  return all.kind === 'refused' ? { kind: 'items', items: [], isComplete: true } : all;
}

/** Amount of a payment the customer's bank took back; null where a dispute over it cannot be read. */
export function chargedBackAmount(all: readonly ListedChargeback[], flwRef: string): Minor | null {
  const ours = z.array(chargeback).safeParse(all.filter(({ flw_ref: ref }) => ref === flwRef));
  if (!ours.success) return null;
  const lost = ours.data.filter(({ status }) => lostStatuses.has(status.toLowerCase()));
  return add(ZERO, ...lost.map(({ amount }) => amount));
}
