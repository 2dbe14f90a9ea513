import { useState } from 'react';
import * as z from 'zod/mini';
import type { ApiError } from '#contract/client.ts';
import { newRefund } from '#contract/payments.ts';
import { formatMoney, type Minor } from '#core/money.ts';
import { usePlainForm } from '#web/lib/plain-form.ts';
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
  // A refusal of an amount stands beside it until there is another.
  const [refused, setRefused] = useState<{ amount: Minor | null; message: string }>();
  const amount = values.kind === 'whole' ? refundable : values.amount;
  const money = (sum: Minor) => formatMoney(sum, payment.currency);
  const outOfBounds = (): string | undefined => {
    if (amount === null || amount === 0) return form.errors.amount && texts.amountNeeded;
    if (amount > refundable) return texts.tooMuch(money(refundable));
    if (available !== undefined && amount > available) return texts.balanceShort(money(available));
    return undefined;
  };
  const refusedNow = refused?.amount === amount ? refused.message : undefined;
  return {
    ...form,
    amount,
    amountProblem: outOfBounds() ?? refusedNow ?? form.errors.amount,
    check: () => {
      setRefused(undefined);
      return form.check({ ...values, amount }) && outOfBounds() === undefined;
    },
    /** Puts a refusal beside the amount where it is about that. */
    showRefusal: (error: ApiError): boolean => {
      const ofAmount = error.errors.find(({ path }) => path === 'amount')?.message;
      const message = error.code === 'insufficient_balance' ? error.message : ofAmount;
      if (message) setRefused({ amount, message });
      return message !== undefined || form.showRefusal(error);
    },
  };
}
