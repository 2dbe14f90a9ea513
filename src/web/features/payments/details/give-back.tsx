import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { offlinePayments } from '#contract/offline-payments.ts';
import { dateIn, systemClock } from '#core/dates.ts';
import { type Minor, subtract, ZERO } from '#core/money.ts';
import { call, requestKeys, toastFailure } from '#web/lib/api.ts';
import { formatMoney } from '#web/lib/format.ts';
import { TextField } from '#web/lib/forms/fields.tsx';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import type { Errors } from '#web/lib/forms/rules.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { Field } from '#web/ui/field.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { type PaymentDetails, usePaymentsChanged } from '../api.ts';
import { detailsTexts as labels } from './texts.ts';

type GivenBack = { amount: Minor | null; day: string; reason: string };
type GiveBackDialogProps = { details: PaymentDetails; onClose: () => void };

/** Records that money which came without a provider was handed back. */
export function GiveBackDialog({ details: { payment }, onClose }: GiveBackDialogProps) {
  const changed = usePaymentsChanged();
  const left = subtract(payment.amount, payment.refundedAmount);
  const most = formatMoney(left, payment.currency);
  const form = useForm<GivenBack>((values) => errorsOf(values, left, most), {
    amount: null,
    day: dateIn(systemClock()),
    reason: '',
  });
  const [keyFor] = useState(requestKeys);
  const giveBack = useMutation({
    networkMode: 'always',
    mutationFn: ({ amount, ...rest }: GivenBack) => {
      const body = { ...rest, amount: amount ?? ZERO };
      const params = { currency: payment.currency, id: payment.id };
      return call(offlinePayments.giveBack, { params, body }, { idempotencyKey: keyFor(body) });
    },
    onSettled: changed,
  });
  return (
    <FormDialog
      form={form}
      title={labels.handBackTitle}
      description={labels.handBackText(most, payment)}
      width="sm"
      online
      submit={labels.handBackSave}
      onClose={onClose}
      onSubmit={(values) => giveBack.mutateAsync(values)}
      onSuccess={() => {
        toast.success(labels.handedBack);
        onClose();
      }}
      onError={(error) => {
        if (!form.showErrors(error)) toastFailure(error, labels.handBackFailed);
      }}
    >
      <Field label={labels.handBackAmount} error={form.errors.amount} required>
        <MoneyInput currency={payment.currency} {...form.bind('amount')} />
      </Field>
      <TextField
        form={form}
        name="day"
        label={labels.handBackDay}
        type="date"
        max={dateIn(systemClock())}
        inputClass="appearance-none"
        required
      />
      <TextField form={form} name="reason" label={labels.undoReason} maxLength={200} required />
    </FormDialog>
  );
}

const errorsOf = ({ amount, day, reason }: GivenBack, left: Minor, most: string): Errors<GivenBack> => ({
  amount:
    amount === null || amount <= 0
      ? labels.handBackAmountNeeded
      : amount > left
        ? labels.handBackMost(most)
        : undefined,
  day: day === '' ? labels.handBackDayNeeded : undefined,
  reason: reason.trim() === '' ? labels.handBackReasonNeeded : undefined,
});
