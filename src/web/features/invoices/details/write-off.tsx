import { useQueryClient } from '@tanstack/react-query';
import { writeOffs } from '#contract/write-offs.ts';
import { formatMoney, type Minor, ZERO } from '#core/money.ts';
import { call, newIdempotencyKey, toastFailure } from '#web/lib/api.ts';
import { TextField } from '#web/lib/forms/fields.tsx';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { useForm } from '#web/lib/forms/use-form.ts';
import { cacheInvoice, refreshInvoices } from '#web/lib/invoices/delivery.ts';
import { Field } from '#web/ui/field.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { InvoiceDetail } from '../api.ts';
import { writeOffTexts as texts } from './texts.ts';

type WriteOffValues = { amount: Minor | null; reason: string };
type WriteOffDialogProps = { invoice: InvoiceDetail; onClose: () => void };

/** Gives up what a customer still owes on an invoice, or a part of it. */
export function WriteOffDialog({ invoice, onClose }: WriteOffDialogProps) {
  const { id, balance, currency, customerName } = invoice;
  const queries = useQueryClient();
  const form = useForm<WriteOffValues>(
    ({ amount, reason }) => ({
      amount: !amount
        ? texts.amountNeeded
        : amount > balance
          ? texts.tooMuch(formatMoney(balance, currency))
          : undefined,
      reason: reason.trim() === '' ? texts.reasonNeeded : undefined,
    }),
    { amount: balance, reason: '' },
  );
  return (
    <FormDialog
      form={form}
      title={texts.title}
      description={texts.text(customerName)}
      width="sm"
      online
      submit={texts.save}
      onClose={onClose}
      onSubmit={({ amount, reason }) =>
        call(
          writeOffs.writeOff,
          { params: { currency, id }, body: { amount: amount ?? ZERO, reason } },
          { idempotencyKey: newIdempotencyKey() },
        )
      }
      onSuccess={({ data }) => {
        cacheInvoice(queries, data);
        void refreshInvoices(queries);
        toast.success(texts.saved);
        onClose();
      }}
      onError={(error) => {
        if (!form.showErrors(error)) toastFailure(error, texts.failed);
      }}
    >
      <Field label={texts.amount} error={form.errors.amount} required>
        <MoneyInput currency={currency} {...form.bind('amount')} />
      </Field>
      <TextField form={form} name="reason" label={texts.reason} maxLength={200} required />
    </FormDialog>
  );
}
