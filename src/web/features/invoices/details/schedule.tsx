import { useQueryClient } from '@tanstack/react-query';
import { invoiceSchedules } from '#contract/invoice-schedules.ts';
import { MAX_ASKING } from '#contract/payment-schedule.ts';
import { addDays, dateIn, systemClock } from '#core/dates.ts';
import { formatMoney, subtract } from '#core/money.ts';
import { LEAST_PARTS } from '#core/payment-schedule.ts';
import { call, newIdempotencyKey, toastFailure } from '#web/lib/api.ts';
import { TextareaField, TextField } from '#web/lib/forms/fields.tsx';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { useForm } from '#web/lib/forms/use-form.ts';
import { cacheInvoice, refreshInvoices } from '#web/lib/invoices/delivery.ts';
import { Parts } from '#web/lib/invoices/schedule/editor.tsx';
import {
  checkParts,
  readParts,
  type TypedPart,
  typedParts,
  usualParts,
} from '#web/lib/invoices/schedule/typed.ts';
import { toast } from '#web/ui/toast-store.ts';
import type { InvoiceDetail } from '../api.ts';
import { scheduleTexts as texts } from './texts.ts';

type DialogProps = { invoice: InvoiceDetail; onClose: () => void };

const USUAL_DAYS = 7;

/** Shows the saved invoice, and closes the dialog. */
function useSaved(onClose: () => void) {
  const queries = useQueryClient();
  return (said: string) =>
    ({ data }: { data: InvoiceDetail }) => {
      cacheInvoice(queries, data);
      void refreshInvoices(queries);
      toast.success(said);
      onClose();
    };
}

/** Asks the customer for the part that waits, with the owner's words where they have some. */
export function AskDialog({ invoice, onClose }: DialogProps) {
  const { id, currency, customerName, schedule } = invoice;
  const waits = schedule.find(({ state }) => state === 'waits');
  const today = dateIn(systemClock());
  const onSaved = useSaved(onClose);
  const form = useForm<{ dueDate: string; message: string }>(
    ({ dueDate }) => ({ dueDate: dueDate < today ? texts.ask.dayNeeded : undefined }),
    { dueDate: addDays(today, USUAL_DAYS), message: '' },
  );
  if (!waits) return null;
  return (
    <FormDialog
      form={form}
      title={texts.ask.title(waits.label)}
      description={texts.ask.text(customerName, formatMoney(waits.left, currency))}
      width="sm"
      online
      submit={texts.ask.submit}
      onClose={onClose}
      onSubmit={({ dueDate, message }) =>
        call(
          invoiceSchedules.ask,
          {
            params: { currency, id, position: String(waits.position) },
            body: { dueDate, ...(message.trim() !== '' && { message: message.trim() }) },
          },
          { idempotencyKey: newIdempotencyKey() },
        )
      }
      onSuccess={onSaved(texts.ask.saved(customerName))}
      onError={(error) => {
        if (!form.showErrors(error)) toastFailure(error, texts.ask.failed);
      }}
    >
      <TextField
        form={form}
        name="dueDate"
        label={texts.ask.day}
        type="date"
        min={today}
        inputClass="appearance-none"
        required
      />
      <TextareaField
        form={form}
        name="message"
        label={texts.ask.message}
        hint={texts.ask.messageHint}
        rows={3}
        maxLength={MAX_ASKING}
        optional
      />
    </FormDialog>
  );
}

/** Has what is left of an invoice paid in parts; what is paid stays. */
export function PlanDialog({ invoice, onClose }: DialogProps) {
  const { id, currency, totalAmount, balance, customerName } = invoice;
  const planned = {
    total: totalAmount,
    settled: subtract(totalAmount, balance),
    currency,
    issued: invoice.date,
  };
  const onSaved = useSaved(onClose);
  const form = useForm<{ parts: TypedPart[] }>(({ parts }) => checkParts(parts, planned), {
    parts: startOf(invoice),
  });
  const errors: Partial<Record<string, string>> = form.errors;
  return (
    <FormDialog
      form={form}
      title={texts.plan.title}
      description={texts.plan.text(customerName, formatMoney(balance, currency))}
      width="lg"
      online
      submit={texts.plan.submit}
      onClose={onClose}
      onSubmit={({ parts }) =>
        call(
          invoiceSchedules.plan,
          { params: { currency, id }, body: { schedule: readParts(parts) } },
          { idempotencyKey: newIdempotencyKey() },
        )
      }
      onSuccess={onSaved(texts.plan.saved)}
      onError={(error) => toastFailure(error, texts.plan.failed)}
    >
      <Parts
        parts={form.values.parts}
        of="invoice"
        errors={errors}
        onChange={(parts) => form.change({ parts: parts ?? [] }, Object.keys(errors))}
      />
      {errors.schedule && (
        <p role="alert" className="text-bad text-sm">
          {errors.schedule}
        </p>
      )}
    </FormDialog>
  );
}

// The parts that are not paid yet, as far as they still are a schedule.
function startOf({ schedule }: InvoiceDetail): TypedPart[] {
  const open = typedParts(schedule.filter(({ paid, left }) => paid === 0 && left > 0)) ?? [];
  return open.length >= LEAST_PARTS ? open : usualParts.parts;
}
