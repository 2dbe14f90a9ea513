import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError } from '#contract/client.ts';
import type { invoiceSummary } from '#contract/invoices.ts';
import { offlineMethods } from '#core/payment-methods.ts';
import { addDays, type CalendarDate, dateIn, systemClock } from '#core/dates.ts';
import { formatMoney, type Minor, subtract, ZERO } from '#core/money.ts';
import { toastFailure } from '../api.ts';
import { TextareaField, TextField } from '../forms/fields.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import type { Errors } from '../forms/rules.ts';
import { type FormHandle, useForm } from '../forms/use-form.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { Select } from '#web/ui/select.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { AttachmentField } from '../files/attachment-field.tsx';
import { AttachmentRefused } from '../files/attachment-upload.ts';
import { type RecordValues, useRecordPayment } from './api.ts';
import { texts } from './texts.ts';

type Recorded = Pick<
  z.output<typeof invoiceSummary>,
  'id' | 'invoiceNumber' | 'customerName' | 'balance' | 'currency'
>;
/** `withholding`: the part asked for, where the customer keeps tax. */
type Owing = Recorded & {
  withholding?: { net: Minor } | null;
  /** The discount for paying by a day, and the part asked for while it is open. */
  earlyPayment?: { until: CalendarDate; amount: Minor; net: Minor; state: string } | null;
};
type RecordPaymentDialogProps = {
  invoice: Owing;
  onClose: () => void;
};

const YEAR = 365;
const isClaim = ({ method, seen }: RecordValues) => method === 'bank_transfer' && seen === 'alert';

/** Records money that came without a payment provider; an alert or a screenshot is kept as a claim. */
export function RecordPaymentDialog({ invoice, onClose }: RecordPaymentDialogProps) {
  const today = dateIn(systemClock());
  const form = useForm<RecordValues>((values) => errorsOf(values, invoice), {
    amount: invoice.balance > 0 ? askedNow(invoice) : null,
    day: today,
    method: 'cash',
    seen: '',
    keepRestAsCredit: false,
    reference: '',
    note: '',
    slip: null,
  });
  const { values } = form;
  const record = useRecordPayment(invoice);
  const [duplicate, setDuplicate] = useState<{ words: string; of: string } | null>(null);
  const shown = JSON.stringify([values.amount, values.day]);
  const asked = duplicate?.of === shown ? duplicate.words : null;
  return (
    <FormDialog
      form={form}
      title={texts.title}
      description={texts.text(invoice.customerName, invoice.invoiceNumber)}
      width="sm"
      online
      submit={isClaim(values) ? texts.saveClaim : asked ? texts.saveAgain : texts.save}
      onClose={onClose}
      onSubmit={({ amount, ...rest }) =>
        record.mutateAsync({
          values: { ...rest, amount: amount ?? ZERO },
          confirmDuplicate: asked !== null,
        })
      }
      onSuccess={(kept) => {
        toast.success(kept === 'claim' ? texts.savedClaim : texts.saved);
        onClose();
      }}
      onError={(error) => {
        if (error instanceof ApiError && error.code === 'possible_duplicate')
          setDuplicate({ words: error.message, of: shown });
        else if (error instanceof AttachmentRefused) form.setErrors({ slip: error.message });
        else if (!form.showErrors(error)) toastFailure(error, texts.failed);
      }}
    >
      <RecordFields form={form} invoice={invoice} today={today} />
      {asked && <Question>{asked}</Question>}
    </FormDialog>
  );
}

/** Seen before it is answered: on a phone the form is longer than the screen. */
function Question({ children }: { children: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={place}>
      <Notice tone="warn">{children}</Notice>
    </div>
  );
}

const askedNow = ({ balance, withholding, earlyPayment }: Owing): Minor =>
  earlyPayment?.state === 'open' ? earlyPayment.net : (withholding?.net ?? balance);

/** The part that money of a day can settle: less where it comes early. */
const owedOn = ({ balance, earlyPayment: early }: Owing, day: string): Minor =>
  early && day <= early.until && early.amount < balance ? subtract(balance, early.amount) : balance;

type RecordFieldsProps = { form: FormHandle<RecordValues>; invoice: Owing; today: string };

function RecordFields({ form, invoice, today }: RecordFieldsProps) {
  const { values, errors, bind, change } = form;
  const rest = subtract(values.amount ?? ZERO, owedOn(invoice, values.day));
  return (
    <>
      <Field label={texts.amount} error={errors.amount} required>
        <MoneyInput currency={invoice.currency} {...bind('amount')} />
      </Field>
      {rest > 0 && !isClaim(values) && (
        <Checkbox
          checked={values.keepRestAsCredit}
          onChange={(keepRestAsCredit) => change({ keepRestAsCredit }, ['amount', 'keepRestAsCredit'])}
        >
          {texts.keepRest(formatMoney(rest, invoice.currency), invoice.customerName)}
        </Checkbox>
      )}
      <TextField
        form={form}
        name="day"
        label={texts.day}
        type="date"
        min={addDays(today, -YEAR)}
        max={today}
        inputClass="appearance-none"
        required
      />
      <Field label={texts.method}>
        <Select
          value={values.method}
          onChange={(chosen) => change({ method: offlineMethods.find((one) => one === chosen) ?? 'other' })}
          options={offlineMethods.map((value) => ({ value, label: texts.methods[value] }))}
        />
      </Field>
      {values.method === 'bank_transfer' && <Seen form={form} />}
      <TextField form={form} name="reference" label={texts.reference} maxLength={80} optional />
      <AttachmentField
        label={isClaim(values) ? texts.screenshot : texts.slip}
        file={values.slip}
        error={errors.slip}
        onChange={(slip) => change({ slip })}
      />
      <TextareaField
        form={form}
        name="note"
        label={texts.note}
        hint={texts.noteHint}
        rows={2}
        maxLength={300}
        optional
      />
    </>
  );
}

function Seen({ form: { values, errors, change } }: { form: FormHandle<RecordValues> }) {
  return (
    <>
      <Field label={texts.seen} error={errors.seen} required>
        <RadioCards
          value={values.seen}
          onChange={(seen) => change({ seen: seen === 'bank' ? 'bank' : 'alert' })}
          options={[
            { value: 'bank', title: texts.inBank },
            { value: 'alert', title: texts.alert },
          ]}
        />
      </Field>
      {values.seen === 'alert' && (
        <Notice tone="warn">
          {texts.forged} {texts.claimed}
        </Notice>
      )}
    </>
  );
}

// The server judges the day; it knows the business's own.
function errorsOf(values: RecordValues, invoice: Owing): Errors<RecordValues> {
  const { amount, day, method, seen, keepRestAsCredit } = values;
  const left = owedOn(invoice, day);
  const owed = formatMoney(left, invoice.currency);
  const tooMuch = (amount ?? ZERO) > left && !keepRestAsCredit && !isClaim(values);
  return {
    amount:
      amount === null || amount <= 0
        ? 'Enter an amount above zero'
        : tooMuch
          ? texts.tooMuch(owed)
          : undefined,
    day: day === '' ? 'Choose the day it was paid' : undefined,
    seen: method === 'bank_transfer' && seen === '' ? texts.chooseSeen : undefined,
  };
}
