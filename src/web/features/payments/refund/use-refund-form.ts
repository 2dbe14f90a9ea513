import { useState } from 'react';
import * as z from 'zod/mini';
import type { ApiError } from '#contract/client.ts';
import { newRefund } from '#contract/payments.ts';
import { formatMoney, type Minor } from '#core/money.ts';
import { errorsIn } from '#web/lib/forms/rules.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import type { PaymentDetails } from '../api.ts';
import { refundTexts as texts } from './texts.ts';

type RefundValues = { kind: 'whole' | 'part'; amount: Minor | null; reason: string };

const schema = z.pick(newRefund, { amount: true, reason: true });

/** The form of a refund: all that is left unless a part is chosen, and never more than can go back. */
export function useRefundForm(
  { refundable, payment }: Pick<PaymentDetails, 'refundable' | 'payment'>,
  available: Minor | undefined,
) {
  const amountOf = ({ kind, amount }: RefundValues) => (kind === 'whole' ? refundable : amount);
  const form = useForm<RefundValues>((values) => errorsIn(schema, { ...values, amount: amountOf(values) }), {
    kind: 'whole',
    amount: null,
    reason: '',
  });
  // A refusal of an amount stands beside it until there is another.
  const [refused, setRefused] = useState<{ amount: Minor | null; message: string }>();
  const amount = amountOf(form.values);
  const money = (sum: Minor) => formatMoney(sum, payment.currency);
  const outOfBounds = (): string | undefined => {
    if (amount === null || amount === 0) return form.errors.amount && texts.amountNeeded;
    if (amount > refundable) return texts.tooMuch(money(refundable));
    if (available !== undefined && amount > available) return texts.balanceShort(money(available));
    return undefined;
  };
  const refusedNow = refused?.amount === amount ? refused.message : undefined;
  return {
    form,
    amount,
    amountProblem: outOfBounds() ?? refusedNow ?? form.errors.amount,
    /** Whether what passed the schema can go back as well. */
    isWithinBounds: () => {
      setRefused(undefined);
      return outOfBounds() === undefined;
    },
    /** Puts a refusal beside the amount where it is about that. */
    showErrors: (error: ApiError): boolean => {
      const ofAmount = error.errors.find(({ path }) => path === 'amount')?.message;
      const message = error.code === 'insufficient_balance' ? error.message : ofAmount;
      if (message) setRefused({ amount, message });
      return message !== undefined || form.showErrors(error);
    },
  };
}
