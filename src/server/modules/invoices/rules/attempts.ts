import type { AttemptFacts } from '#core/attempts.ts';
import { dateIn, formatDate } from '#core/dates.ts';
import { type Minor, minor, ZERO } from '#core/money.ts';

/** A payment as far as it says how an attempt ended. */
export type TriedPayment = {
  status: Exclude<AttemptFacts['status'], 'unanswered' | 'other_currency'>;
  method: string;
  amount_minor: Minor;
  applied_minor: Minor;
  refunded_minor: Minor;
  surcharge_minor: Minor;
  given_back_minor: Minor;
  /** The part of it that is on its way back. */
  returning: Minor;
  refunded_by: AttemptFacts['refundedBy'];
  created_at: Date;
  completed_at: Date | null;
  status_changed_at: Date | null;
  evidence: 'provider' | 'statement' | 'hand';
};

/** Its part of a payment for several invoices at once, in minor units; null of one for this invoice alone. */
export type WithShare = { share_minor: Minor | null };

/** A payment as one of its invoices has it: of money for several its part, and nothing of what all went to the others. */
export function ownPart<Payment extends TriedPayment & WithShare>(payment: Payment): Payment[] {
  const { share_minor: share, status } = payment;
  if (share === null || status !== 'completed') return [payment];
  const nothing = { surcharge_minor: ZERO, refunded_minor: ZERO, given_back_minor: ZERO, returning: ZERO };
  return share === 0 ? [] : [{ ...payment, ...nothing, amount_minor: share, applied_minor: share }];
}

/** Whether a payer tried it with a provider. */
export const isTried = ({ evidence }: Pick<TriedPayment, 'evidence'>): boolean => evidence === 'provider';

/** Sums and names in the sentence about a payment no provider took; amount as people read it. */
type OfflineNames = { customer: string; amount: string; reason: string | null };

/** The owner's sentence about a payment no provider took; null for one that a provider did. */
export function offlineSentence(
  { evidence, status, created_at, completed_at }: TriedPayment,
  { customer, amount, reason }: OfflineNames,
): string | null {
  if (evidence === 'provider') return null;
  if (status === 'cancelled')
    return `${amount} from ${customer} was recorded here and taken back${reason ? `: ${reason}` : ''}.`;
  const day = formatDate(dateIn(completed_at ?? created_at));
  return evidence === 'statement'
    ? `${amount} from ${customer} of ${day} was seen in your bank statement. It is not in your balance here.`
    : `You recorded ${amount} from ${customer}, paid on ${day}. No bank or payment provider has confirmed it, and it is not in your balance here.`;
}

/** The customer's credit: paid beyond what was owed, neither given back nor on its way. In minor units. */
const overOf = (payment: TriedPayment): Minor => {
  const { amount_minor, applied_minor, refunded_minor, surcharge_minor, given_back_minor, returning } =
    payment;
  const back = refunded_minor + given_back_minor + returning;
  const over = minor(amount_minor - applied_minor - surcharge_minor - back);
  return over > 0 ? over : ZERO;
};

/** An attempt the provider has told of; `balance` is what is left on its invoice, in minor units. */
export const attemptOf = (payment: TriedPayment, balance: Minor): AttemptFacts => ({
  status: payment.status,
  method: payment.method,
  amount: payment.amount_minor,
  applied: payment.applied_minor,
  over: overOf(payment),
  refunded: payment.refunded_minor,
  refundedBy: payment.refunded_by,
  back: payment.returning > 0 ? payment.returning : payment.given_back_minor,
  isReturning: payment.returning > 0,
  balance,
  at: payment.status_changed_at ?? payment.completed_at ?? payment.created_at,
});

/** The sums of an attempt that are told, in minor units. */
export const sumsOf = ({ amount, over, refunded, back }: AttemptFacts) => ({ amount, over, refunded, back });

type Unbooked = { status: 'unanswered' | 'other_currency'; amount: Minor; at: Date };

/** An attempt of which nothing was booked, as its invoice's currency has nothing of it or its provider no answer yet. */
export const unbookedAttempt = (attempt: Unbooked, balance: Minor): AttemptFacts => ({
  ...attempt,
  method: null,
  applied: ZERO,
  over: ZERO,
  refunded: ZERO,
  refundedBy: null,
  back: ZERO,
  isReturning: false,
  balance,
});
