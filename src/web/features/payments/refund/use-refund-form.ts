import * as z from 'zod/mini';
import { newRefund } from '#contract/payments.ts';
import type { ApiError } from '#contract/client.ts';
import { formatMoney, type Minor } from '#core/money.ts';
import { usePlainForm } from '../../../lib/plain-form.ts';
import type { PaymentDetails } from '../api.ts';
import { refundTexts as texts } from './texts.ts';

export type RefundValues = { kind: 'whole' | 'part'; amount: Minor | null; reason: string };

const schema = z.pick(newRefund, { amount: true, reason: true });

/** The form of a refund: all that is left unless a part is chosen, and never more than can go back. */
export function useRefundForm(
  { refundable, payment }: Pick<PaymentDetails, 'refundable' | 'payment'>,
  available: Minor | undefined,
) {
  const form = usePlainForm<RefundValues>(schema, { kind: 'whole', amount: null, reason: '' });
  const { values } = form;
  const amount = values.kind === 'whole' ? refundable : values.amount;
  const money = (sum: Minor) => formatMoney(sum, payment.currency);
  const problem = (): string | undefined => {
    if (amount === null || amount === 0) return form.errors.amount && texts.amountNeeded;
    if (amount > refundable) return texts.tooMuch(money(refundable));
    if (available !== undefined && amount > available) return texts.balanceShort(money(available));
    return form.errors.amount;
  };
  return {
    ...form,
    amount,
    amountProblem: problem(),
    check: () => form.check({ ...values, amount }) && problem() === undefined,
    /** Puts a refusal beside the amount where it is about that. */
    showRefusal: (error: ApiError): boolean => {
      if (error.code !== 'insufficient_balance') return form.showRefusal(error);
      form.tell({ amount: error.message });
      return true;
    },
  };
}
