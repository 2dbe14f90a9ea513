import { z } from 'zod';
import { add, type Minor, ZERO } from '#core/money.ts';
import { type Client, unreadable } from './client.ts';
import { type Everything, everyPage } from './every-page.ts';
import { id, money, word } from './wire.ts';

const listed = z.object({
  id,
  flw_ref: z.string(),
  amount: z.unknown().optional(),
  status: z.unknown().optional(),
});
const chargeback = z.object({ flw_ref: z.string(), amount: money, status: word });
type Chargeback = z.output<typeof chargeback>;

/** A dispute takes the money away when the bank wins it or the business gives in. */
const taken = new Set(['lost', 'accepted']);

/**
 * Disputes begun since an instant over one of the payments. They come without a notice, so they are found only by
 * asking. Uncertain: an account may not be let to ask; then there are none for us, because payments would else never
 * be told at all.
 */
export async function chargebacksSince(
  client: Client,
  since: Date,
  flwRefs: readonly string[],
): Promise<Everything<Chargeback>> {
  const all = await everyPage(client, '/chargebacks', since, listed);
  if (all.kind === 'refused') return { kind: 'items', items: [] };
  if (all.kind !== 'items') return all;
  const ours = z.array(chargeback).safeParse(all.items.filter(({ flw_ref: told }) => flwRefs.includes(told)));
  return ours.success ? { kind: 'items', items: ours.data } : unreadable;
}

/** What of a payment the customer's bank took back. */
export function takenBack(chargebacks: readonly Chargeback[], flwRef: string | null | undefined): Minor {
  const gone = chargebacks.filter(
    ({ flw_ref: told, status }) => told === flwRef && taken.has(status.toLowerCase()),
  );
  return add(ZERO, ...gone.map(({ amount }) => amount));
}
