import { type Minor, minor } from '#core/money.ts';
import type { Adjustment, Invoice } from '../table.ts';

type Rest = Pick<Invoice, 'balance_minor' | 'paid_minor' | 'written_off_minor'>;

/**
 * Whether what is left of an invoice (minor units) is small enough to be given up after a payment: at most `most`, less than what
 * was paid, so that a kobo settles no invoice, and nothing beside it was given up by hand.
 */
export const isSmallRest = (
  { balance_minor: rest, paid_minor: paid, written_off_minor: writtenOff }: Rest,
  most: Minor,
): boolean => rest > 0 && rest <= most && rest < paid && writtenOff === 0;

/**
 * The part (minor units) of an invoice's write-offs, in order, that payments caused and that still stands. What was taken back
 * comes off it before what somebody wrote off.
 */
export function forgivenOf(rows: readonly Pick<Adjustment, 'amount_minor' | 'made_by'>[]): Minor {
  let forgiven = 0;
  for (const { amount_minor: amount, made_by: maker } of rows) {
    if (amount < 0) forgiven = Math.max(0, forgiven + amount);
    else if (maker === null) forgiven += amount;
  }
  return minor(forgiven);
}
