import { plusMs } from '#core/dates.ts';
import { HOUR_MS, MINUTE_MS } from '#core/durations.ts';
import { formatMoney, minor, isCurrency } from '#core/money.ts';
import type { Span } from '#server/kernel/ports/index.ts';

/** Every way in which a provider's records and ours can disagree. */
const kinds = [
  'payment_missing_here',
  'payment_unknown_there',
  'payment_amount_differs',
  'payment_currency_differs',
  'payment_fee_differs',
  'payment_status_differs',
  'refund_missing_here',
  'refund_unknown_there',
  'payout_state_differs',
  'payout_fee_differs',
  'payout_unknown_there',
  'payout_unknown_here',
  'payout_amount_differs',
  'payout_account_differs',
  'payout_twice_there',
  'balance_differs',
] as const;
export type Kind = (typeof kinds)[number];

/**
 * One disagreement. `subject` is the transaction, payout or balance it is about. What can be mended is, by a new entry;
 * the rest waits for a person, and where money may be leaving wrongly payouts stop until one has looked.
 */
export type Finding = {
  kind: Kind;
  subject: string;
  businessId: string | null;
  currency: string | null;
  ours: string;
  theirs: string;
  outcome: 'mend' | 'review' | 'stop';
  reason: string;
  /** How far apart the sides are, in minor units, where that is a sum. */
  amount: number | null;
};

/** Records younger than this are on their way, not missing: webhooks and lists lag. */
export const LAG_MS = 10 * MINUTE_MS;
/** A payout that a list does not have for so long is not on its way any more. */
export const PAYOUT_LAG_MS = HOUR_MS;
const EDGE_MS = 2 * HOUR_MS;

/**
 * How far back a scheduled run looks, and how often. The daily run finds payments begun long before they were
 * paid.
 */
export const schedule = {
  hourly: { everyMs: HOUR_MS, backMs: 26 * HOUR_MS },
  daily: { everyMs: 24 * HOUR_MS, backMs: 8 * 24 * HOUR_MS },
} as const;

/** Part of a span that may be judged now: nothing that is still on its way. */
export function settledSpan({ from, until }: Span, now: Date): Span {
  const latest = plusMs(now, -LAG_MS);
  return { from, until: until < latest ? until : latest };
}

/** The span of a list that surely has what of ours began within `span`: clocks differ, and payments follow checkouts. */
export const listedSpan = ({ from, until }: Span): Span => ({ from: plusMs(from, -EDGE_MS), until });

/** An amount formatted for people, in whatever currency it was reported. */
export function money(amount: number, currency: string): string {
  return isCurrency(currency) ? formatMoney(minor(amount), currency) : `${amount} minor units of ${currency}`;
}

/** Each kind in a sentence. */
export const meanings: Record<Kind, string> = {
  payment_missing_here: 'The provider has a payment our books did not have',
  payment_unknown_there: 'We booked a payment the provider does not know',
  payment_amount_differs: 'The provider tells another amount than was booked',
  payment_currency_differs: 'The provider tells another currency than was booked',
  payment_fee_differs: 'The provider took another fee than was booked',
  payment_status_differs: 'The provider no longer says that this payment came in',
  refund_missing_here: 'The provider gave back what our books do not have',
  refund_unknown_there: 'We booked as given back what the provider still holds',
  payout_state_differs: 'The provider tells another end of this payout than we booked',
  payout_fee_differs: 'The provider took another fee for a payout than the business was told',
  payout_unknown_there: 'The provider knows no such payout',
  payout_unknown_here: 'Money left through the provider that nobody asked us for',
  payout_amount_differs: 'Another amount was paid out than was asked for',
  payout_account_differs: 'Another account was paid than was asked for',
  payout_twice_there: 'The provider sent this payout more than once',
  balance_differs: 'The balance at the provider is not what the books say',
};
