import { z } from 'zod';
import { add, type Minor, ZERO } from '#core/money.ts';
import type { Client } from './client.ts';
import { everyPage, type Everything } from './every-page.ts';
import { anyInstant, daysAround, id, money, word } from './wire.ts';

const listed = z.looseObject({ id, flw_ref: z.string(), created_at: anyInstant });
export type ListedChargeback = z.output<typeof listed>;
const chargeback = z.object({ flw_ref: z.string(), amount: money, status: word });

/** A dispute takes the money away when the bank wins it or the business gives in. */
const taken = new Set(['lost', 'accepted']);

/**
 * Disputes begun since an instant, or those over one payment. No webhook announces them, so they are found
 * only by polling. Uncertain: an account may lack the permission to list them; it is then treated as having
 * none, because otherwise no payment could be verified.
 */
export async function chargebacksOf(
  client: Client,
  asked: { since: Date } | { flwRef: string },
  most: number,
): Promise<Everything<ListedChargeback>> {
  const since = 'since' in asked ? asked.since : null;
  const query = 'since' in asked ? daysAround(asked.since, client.clock()) : { flw_ref: asked.flwRef };
  const all = await everyPage(client, '/chargebacks', { query, since, most }, listed);
  return all.kind === 'refused' ? { kind: 'items', items: [], isWhole: true } : all;
}

/** Amount of a payment the customer's bank took back; null where a dispute over it cannot be read. */
export function takenBack(all: readonly ListedChargeback[], flwRef: string): Minor | null {
  const ours = z.array(chargeback).safeParse(all.filter(({ flw_ref: told }) => told === flwRef));
  if (!ours.success) return null;
  const gone = ours.data.filter(({ status }) => taken.has(status.toLowerCase()));
  return add(ZERO, ...gone.map(({ amount }) => amount));
}
