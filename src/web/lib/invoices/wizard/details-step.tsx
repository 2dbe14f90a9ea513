import { addDays, dateIn, formatDate, isCalendarDate, systemClock } from '#core/dates.ts';
import { invoiceLabels } from '#core/invoice/labels.ts';
import { lineTexts } from '#core/invoice/texts.ts';
import { TextareaField, TextField } from '../../forms/fields.tsx';
import { ScheduleEditor } from '../schedule/editor.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { CustomerField } from './customer-field.tsx';
import { QuoteDays } from './quote-days.tsx';
import type { CustomerDraft } from './draft.ts';
import type { Purpose } from './purpose.ts';
import { SuggestionChips } from './suggestion-chips.tsx';
import { extrasTexts } from '../item-extras/texts.ts';
import { wizardTexts } from './texts.ts';
import type { Wizard } from './use-wizard.ts';

const labels = wizardTexts.details;
const DUE_IN_DAYS = [7, 14, 30];

/** Step 0: what the invoice is about, for whom, and until when. */
export function DetailsStep({ wizard, purpose }: { wizard: Wizard; purpose: Purpose }) {
  const { sameCustomer, repeats = false } = purpose;
  return (
    <div className="grid gap-5">
      <div data-field="customer" className="min-w-0">
        {sameCustomer === undefined ? (
          <CustomerField wizard={wizard} />
        ) : (
          <SameCustomer customer={wizard.values.customer} reason={sameCustomer} />
        )}
      </div>
      <TextField
        form={wizard}
        name="title"
        label={labels.title}
        maxLength={120}
        placeholder={labels.titlePlaceholder}
        required
      />
      <TextareaField
        form={wizard}
        name="description"
        label={labels.description}
        rows={2}
        maxLength={1000}
        placeholder={labels.descriptionPlaceholder}
        required
      />
      <div className="grid gap-5 md:grid-cols-2">
        {wizard.values.quote && <QuoteDays wizard={wizard} quote={wizard.values.quote} />}
        {!wizard.values.quote && !repeats && !wizard.values.schedule && <DueDate wizard={wizard} />}
        <Terms wizard={wizard} />
      </div>
      {!repeats && <Schedule wizard={wizard} />}
      {!repeats && !wizard.values.quote && !wizard.values.schedule && <EarlyPayment wizard={wizard} />}
      <TextField
        form={wizard}
        name="poNumber"
        label={invoiceLabels.en.poNumber}
        maxLength={lineTexts.poNumber}
        autoComplete="off"
        optional
      />
    </div>
  );
}

function SameCustomer({ customer: { name, email }, reason }: { customer: CustomerDraft; reason: string }) {
  return (
    <section
      aria-label={wizardTexts.customer.label}
      className="flex items-start gap-3 rounded-card border border-line bg-sunken p-4 max-md:p-3.5"
    >
      <Avatar name={name} />
      <div className="min-w-0">
        <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
        {email !== '' && <p className="text-muted text-sm [overflow-wrap:anywhere]">{email}</p>}
        <p className="mt-1.5 text-13 text-muted">{reason}</p>
      </div>
    </section>
  );
}

// Where a deposit is asked for, the customer who accepts can pay it at once.
function Schedule({ wizard }: { wizard: Wizard }) {
  const { quote, schedule } = wizard.values;
  const onAcceptance = schedule ? quote?.onAcceptance : 'send';
  return (
    <ScheduleEditor
      parts={schedule}
      of={quote ? 'quote' : 'invoice'}
      errors={wizard.errors}
      onChange={(parts) =>
        wizard.change(
          { schedule: parts, ...(quote && parts && onAcceptance && { quote: { ...quote, onAcceptance } }) },
          Object.keys(wizard.errors).filter((path) => path.startsWith('schedule')),
        )
      }
    />
  );
}

// Until then less is asked for, from the next day on all of it.
function EarlyPayment({ wizard }: { wizard: Wizard }) {
  const { dueDate } = wizard.values;
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <TextField
        form={wizard}
        name="earlyPercent"
        label={extrasTexts.early}
        inputMode="decimal"
        autoComplete="off"
        optional
      />
      <TextField
        form={wizard}
        name="earlyUntil"
        label={extrasTexts.earlyUntil}
        type="date"
        min={dateIn(systemClock())}
        max={isCalendarDate(dueDate) ? dueDate : undefined}
        inputClass="appearance-none"
        optional
      />
    </div>
  );
}

function DueDate({ wizard }: { wizard: Wizard }) {
  const today = dateIn(systemClock());
  const { dueDate } = wizard.values;
  const choices = DUE_IN_DAYS.map((days) => ({ value: addDays(today, days), label: labels.dueIn(days) }));
  return (
    <div className="min-w-0">
      <TextField
        form={wizard}
        name="dueDate"
        label={labels.due}
        aside={isCalendarDate(dueDate) ? <span aria-live="polite">{formatDate(dueDate)}</span> : undefined}
        type="date"
        min={today}
        inputClass="appearance-none"
        required
      />
      <SuggestionChips
        label={labels.due}
        value={dueDate}
        options={choices}
        onPick={(chosen) => wizard.change({ dueDate: chosen })}
      />
    </div>
  );
}

function Terms({ wizard }: { wizard: Wizard }) {
  return (
    <div className="min-w-0">
      <TextField
        form={wizard}
        name="paymentTerms"
        label={labels.terms}
        maxLength={300}
        placeholder={labels.termsPlaceholder}
        required
      />
      <SuggestionChips
        label={labels.terms}
        value={wizard.values.paymentTerms}
        options={labels.commonTerms.map((term) => ({ value: term, label: term }))}
        onPick={(paymentTerms) => wizard.change({ paymentTerms })}
      />
    </div>
  );
}
