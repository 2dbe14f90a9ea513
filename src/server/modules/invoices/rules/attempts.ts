import type { AttemptFacts } from '#core/attempts.ts';
import { type Minor, minor, ZERO } from '#core/money.ts';

/** A payment as far as it says how an attempt ended. */
export type TriedPayment = {
  status: Exclude<AttemptFacts['status'], 'unanswered'>;
  method: string;
  amount_minor: Minor;
  applied_minor: Minor;
  refunded_minor: Minor;
  surcharge_minor: Minor;
  refunded_by: AttemptFacts['refundedBy'];
  created_at: Date;
  completed_at: Date | null;
  status_changed_at: Date | null;
};

/** The customer's credit: paid beyond what was owed and not given back. In minor units. */
const overOf = ({ amount_minor, applied_minor, refunded_minor, surcharge_minor }: TriedPayment): Minor => {
  const over = minor(amount_minor - applied_minor - refunded_minor - surcharge_minor);
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
  balance,
  at: payment.status_changed_at ?? payment.completed_at ?? payment.created_at,
});

/** An attempt whose payer came back before the provider knew of it; none where no return waits for an answer. */
export const returnsOf = (
  checkout: { amount_minor: Minor; unanswered_since: Date | null } | undefined,
  balance: Minor,
): AttemptFacts[] =>
  checkout?.unanswered_since
    ? [
        {
          status: 'unanswered',
          method: null,
          amount: checkout.amount_minor,
          applied: ZERO,
          over: ZERO,
          refunded: ZERO,
          refundedBy: null,
          balance,
          at: checkout.unanswered_since,
        },
      ]
    : [];
