import { type FormEvent, useId } from 'react';
import { reminders } from '#contract/reminders.ts';
import { addDays, dateIn, systemClock } from '#core/dates.ts';
import type { Minor } from '#core/money.ts';
import { weekdayOf } from '#core/time-zones.ts';
import { formatLongDate } from '#web/lib/format.ts';
import { usePlainForm } from '#web/lib/plain-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { InvoiceDetail } from '../../api.ts';
import { SuggestionChips } from '../../wizard/suggestion-chips.tsx';
import { toastError, useRecordPromise } from './api.ts';
import { texts } from './texts.ts';

type Values = { invoiceId: string; day: string; amount: Minor | null; note: string };

const FRIDAY = 5;
const DAYS_OF_WEEK = 7;

/** Records the date on which a customer promised to pay. */
export function PromiseDialog({ invoice, onClose }: { invoice: InvoiceDetail; onClose: () => void }) {
  const formId = useId();
  const today = dateIn(systemClock());
  const initialValues = { invoiceId: invoice.id, day: '', amount: invoice.balance, note: '' };
  const { form, values, errors, change, check, left, showRefusal } = usePlainForm<Values>(
    reminders.promise.body,
    initialValues,
  );
  const save = useRecordPromise();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (save.isPending || !check()) return;
    save.mutate(values, {
      onSuccess: () => {
        toast.success(texts.saved(formatLongDate(values.day)));
        onClose();
      },
      onError: (error) => {
        if (!showRefusal(error)) toastError(error, texts.saveFailed);
      },
    });
  };
  const footer = (
    <>
      <Button variant="outline" onClick={onClose} className="max-md:flex-1">
        {texts.cancel}
      </Button>
      <Button type="submit" form={formId} pending={save.isPending} className="max-md:flex-1">
        {texts.save}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.dialog}
      description={texts.dialogText(invoice.customerName)}
      width="sm"
      footer={footer}
    >
      <form ref={form} id={formId} onSubmit={submit} noValidate className="grid gap-4.5">
        <div className="min-w-0">
          <Field label={texts.day} error={errors.day} required>
            <Input
              type="date"
              min={today}
              value={values.day}
              onBlur={() => values.day !== '' && left('day')}
              onChange={(event) => change({ day: event.target.value })}
              className="appearance-none"
            />
          </Field>
          <SuggestionChips
            label={texts.day}
            value={values.day}
            options={suggestedDays(today)}
            onPick={(day) => change({ day })}
          />
        </div>
        <Field label={texts.amount} hint={texts.amountHint} error={errors.amount}>
          <MoneyInput
            value={values.amount}
            currency={invoice.currency}
            onChange={(amount) => change({ amount })}
            onBlur={() => left('amount')}
          />
        </Field>
        <Field label={texts.note} error={errors.note} optional>
          <Input
            maxLength={200}
            placeholder={texts.notePlaceholder}
            value={values.note}
            onChange={(event) => change({ note: event.target.value })}
          />
        </Field>
      </form>
    </Dialog>
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
