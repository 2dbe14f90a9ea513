import { type CalendarDate } from '#core/dates.ts';
import { type Currency, least, type Minor, minor, subtract, ZERO } from '#core/money.ts';
import { leastPart } from '#core/payment-schedule.ts';
import { instantAt } from '#core/time-zones.ts';
import type { ProviderPayment, RefundState } from '#server/kernel/ports/index.ts';
import { creditOf, type PaymentShares } from '#server/modules/invoices/rules/credit.ts';
import type { PaymentMethod, PaymentRow, PaymentStatus, RefundStatus } from './table.ts';

/** Stands for a provider where money came without one. */
export const OFFLINE = 'offline';

/** How money came, in a sentence. */
export const inWays: Record<PaymentMethod, string> = {
  bank_transfer: 'by bank transfer',
  card: 'by card',
  qr_code: 'by QR code',
  ussd: 'by USSD',
  wallet: 'from a wallet',
  cash: 'in cash',
  pos: 'by POS terminal',
  cheque: 'by cheque',
  other: 'another way',
};

const UNDO_MS = 24 * 3_600_000;

/** Whether taking a typed payment back needs a reason: it is older than a day, or somebody else typed it. */
export const needsReason = (
  { created_at, recorded_by }: Pick<PaymentRow, 'created_at' | 'recorded_by'>,
  userId: string,
  now: Date,
): boolean => recorded_by !== userId || now.getTime() - created_at.getTime() > UNDO_MS;

/** Whether the money of a payment came, though it may have gone back since. */
export const hasArrived = (status: PaymentStatus): boolean => status === 'completed' || status === 'refunded';

/** Effect of a report about a transaction. `contradiction` changes nothing but is recorded. */
type Effect = 'record' | 'credit' | 'change_status' | 'nothing' | 'contradiction';

/**
 * The effect of a verified report, given the status recorded so far (null: never seen). It depends on the
 * facts, not on their order or number: a failure reported after money arrived is a contradiction and moves
 * nothing, and money that arrived and was refunded is credited before it is refunded.
 */
export function effectOf(recorded: PaymentStatus | null, reported: PaymentStatus): Effect {
  const arrived = hasArrived(reported);
  const credited = recorded !== null && hasArrived(recorded);
  if (credited) return arrived ? 'nothing' : 'contradiction';
  if (arrived) return 'credit';
  if (recorded === reported) return 'nothing';
  if (recorded === null) return 'record';
  return recorded === 'pending' ? 'change_status' : 'contradiction';
}

/** Why a verified payment cannot be credited to the invoice its reference names; null when it can. */
export function unmatchedReason(
  payment: ProviderPayment,
  expected: { currency: Currency; testMode: boolean },
): 'other_currency' | 'test_money' | null {
  if (payment.testMode !== expected.testMode) return 'test_money';
  return payment.currency === expected.currency ? null : 'other_currency';
}

/** Amount received of a transaction beyond what is recorded, in minor units; null for none. */
export function growthOf(
  recorded: Pick<PaymentRow, 'status' | 'amount_minor' | 'fee_minor'>,
  { status, amount, fee }: ProviderPayment,
): { amount: Minor; fee: Minor } | null {
  if (!hasArrived(recorded.status) || !hasArrived(status) || amount <= recorded.amount_minor) return null;
  const moreFee = subtract(fee, recorded.fee_minor);
  return { amount: subtract(amount, recorded.amount_minor), fee: moreFee > 0 ? moreFee : ZERO };
}

// Nobody is asked for the time of day.
const MIDDAY = 12;

/** The instant that stands for a day on which money came or went by hand. */
export const middayOf = (day: CalendarDate, timeZone: string): Date => instantAt(day, MIDDAY, timeZone);

/** `RCT-000123`, and on past six digits. */
export const receiptNumber = (count: number): string => `RCT-${String(count).padStart(6, '0')}`;

/** The numbers of invoices in a sentence: the first two, and how many there are besides. */
export function invoiceNames(numbers: readonly string[]): string {
  if (numbers.length <= MOST_NAMED) return numbers.join(', ');
  const named = numbers.slice(0, MOST_NAMED - 1);
  return `${named.join(', ')} +${numbers.length - named.length}`;
}
const MOST_NAMED = 3;

/** The public page of a receipt. */
export const receiptUrlOf = (publicUrl: string, publicId: string): string =>
  `${publicUrl}/receipt/${publicId}`;

/** Refunded amount of a payment as the provider reports it, in minor units. */
export const refundedAmount = ({ status, amount, refunded }: ProviderPayment): Minor =>
  status === 'refunded' ? amount : least(refunded, amount);

/** Amount a further refund takes off invoices: the credit is refunded first, what was for the fee last. Minor units. */
export const amountOffInvoices = (payment: PaymentShares, amount: Minor): Minor =>
  least(payment.applied_minor, most(subtract(amount, creditOf(payment)), ZERO));

type Asked = { amount_minor: Minor; surcharge_minor: Minor };

/**
 * The part of a payment that its payer paid for the provider's fee: all that was asked for it where everything was paid,
 * else what the provider took, so that the rest pays the invoice. Minor units.
 */
export const surchargeOf = (
  { amount, fee }: { amount: Minor; fee: Minor },
  { amount_minor: asked, surcharge_minor: quoted }: Asked,
): Minor => least(amount, least(quoted, most(fee, subtract(amount, asked))));

const most = (a: Minor, b: Minor): Minor => (a > b ? a : b);

/** Refunds that have not ended: their money is held. */
export const openRefunds = ['pending', 'processing', 'needs_attention'] as const satisfies RefundStatus[];

/** Effect of a provider's report on a refund. `poll_again` and `wait` keep the money held. */
export function refundEffect(
  status: RefundStatus,
  reported: RefundState['state'],
): 'complete' | 'give_up' | 'wait' | 'poll_again' | 'nothing' {
  if (status === 'completed' || status === 'failed') return 'nothing';
  if (reported === 'completed') return 'complete';
  if (reported === 'failed') return 'give_up';
  return reported === 'needs_attention' ? 'wait' : 'poll_again';
}

const SHORTEST_NAME = 8;
const lettersOf = (text: string) => text.replace(/[^A-Za-z0-9]/g, '');

/**
 * Whether a value a payer brought back from the provider names this checkout: our reference, in whichever spelling the
 * provider has for it, or the provider's own name, which stands in the address of its page.
 */
export const namesCheckout = (
  value: string,
  { reference, checkout_url }: { reference: string; checkout_url: string | null },
): boolean =>
  lettersOf(value) === lettersOf(reference) ||
  (value.length >= SHORTEST_NAME && Boolean(checkout_url?.includes(value)));

// A webhook usually comes within seconds; these are for the ones that do not. Seconds after the last poll.
const CHECKOUT_POLLS = [120, 480, 1800, 7200, 43_200, 86_400, 172_800];

/** Seconds until a checkout is polled again after `polls` earlier ones; null when it is left to reconciliation. */
export const secondsToNextCheckoutPoll = (polls: number): number | null => CHECKOUT_POLLS[polls] ?? null;

/** The sum (minor units) a payer chose of an invoice that is paid in parts; `isWrong` where they typed one that cannot be. */
export type PayChoice = { kind: 'asked' | 'all' | 'other'; sum: Minor; isWrong: boolean };

type Payable = { asked: Minor; toPay: Minor; currency: Currency };

/** Everything, or so much as was typed; what is asked for now where neither can be read. */
export function chosenSum(typed: string | undefined, { asked, toPay, currency }: Payable): PayChoice {
  if (typed === undefined) return { kind: 'asked', sum: asked, isWrong: false };
  if (typed === 'all') return { kind: 'all', sum: toPay, isWrong: false };
  const figures = typed.replaceAll(/[\s,₦$]/g, '');
  const sum = /^\d{1,12}(?:\.\d{1,2})?$/.test(figures) ? Math.round(Number(figures) * 100) : 0;
  if (sum < least(leastPart[currency], toPay) || sum > toPay)
    return { kind: 'asked', sum: asked, isWrong: true };
  return { kind: sum === toPay ? 'all' : sum === asked ? 'asked' : 'other', sum: minor(sum), isWrong: false };
}
