import { reminders } from '#contract/reminders.ts';
import { addDays, dateIn, systemClock } from '#core/dates.ts';
import type { Minor } from '#core/money.ts';
import { weekdayOf } from '#core/time-zones.ts';
import { toastReason } from '#web/lib/api.ts';
import { formatLongDate } from '#web/lib/format.ts';
import { TextField } from '#web/lib/forms/fields.tsx';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { useForm } from '#web/lib/forms/use-form.ts';
import { Field } from '#web/ui/field.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { InvoiceDetail } from '../../api.ts';
import { SuggestionChips } from '#web/lib/invoices/wizard/suggestion-chips.tsx';
import { useRecordPromise } from './api.ts';
import { texts } from './texts.ts';

type Values = { invoiceId: string; day: string; amount: Minor | null; note: string };

const FRIDAY = 5;
const DAYS_OF_WEEK = 7;

/** Records the date on which a customer promised to pay. */
export function PromiseDialog({ invoice, onClose }: { invoice: InvoiceDetail; onClose: () => void }) {
  const today = dateIn(systemClock());
  const form = useForm<Values>(reminders.promise.body, {
    invoiceId: invoice.id,
    day: '',
    amount: invoice.schedule.find(({ state }) => state === 'open')?.left ?? invoice.balance,
    note: '',
  });
  const { values, errors, bind } = form;
  const save = useRecordPromise();
  return (
    <FormDialog
      form={form}
      title={texts.dialog}
      description={texts.dialogText(invoice.customerName)}
      width="sm"
      submit={texts.save}
      onClose={onClose}
      onSubmit={(body) => save.mutateAsync(body)}
      onSuccess={() => {
        toast.success(texts.saved(formatLongDate(values.day)));
        onClose();
      }}
      onError={(error) => {
        if (!form.showErrors(error)) toastReason(error, texts.saveFailed);
      }}
    >
      <div className="min-w-0">
        <TextField
          form={form}
          name="day"
          label={texts.day}
          type="date"
          min={today}
          inputClass="appearance-none"
          required
        />
        <SuggestionChips
          label={texts.day}
          value={values.day}
          options={suggestedDays(today)}
          onPick={(day) => form.change({ day })}
        />
      </div>
      <Field label={texts.amount} hint={texts.amountHint} error={errors.amount}>
        <MoneyInput currency={invoice.currency} {...bind('amount')} />
      </Field>
      <TextField
        form={form}
        name="note"
        label={texts.note}
        maxLength={200}
        placeholder={texts.notePlaceholder}
        optional
      />
    </FormDialog>
  );
}

/** Today, tomorrow, the next Friday and a week from now; no day twice. */
function suggestedDays(today: string) {
  const toFriday = (FRIDAY - weekdayOf(today) + DAYS_OF_WEEK) % DAYS_OF_WEEK;
  const named = [
    { value: today, label: texts.today },
    { value: addDays(today, 1), label: texts.tomorrow },
    { value: addDays(today, toFriday), label: formatLongDate(addDays(today, toFriday)).split(',')[0] ?? '' },
    { value: addDays(today, DAYS_OF_WEEK), label: texts.inAWeek },
  ];
  return named.filter(({ value }, at) => named.findIndex((other) => other.value === value) === at);
}
