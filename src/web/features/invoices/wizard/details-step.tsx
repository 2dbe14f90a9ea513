import { addDays, dateIn, formatDate, isCalendarDate, systemClock } from '#core/dates.ts';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { CustomerField } from './customer-field.tsx';
import { SuggestionChips } from './suggestion-chips.tsx';
import { wizardTexts } from './texts.ts';
import type { Wizard } from './use-wizard.ts';

const labels = wizardTexts.details;
const DUE_IN_DAYS = [7, 14, 30];

/** Step 0: what the invoice is about, for whom, and until when. */
export function DetailsStep({ wizard }: { wizard: Wizard }) {
  const { values, errors, change } = wizard;
  return (
    <div className="grid gap-5">
      <Field label={labels.title} required error={errors.title}>
        <Input
          maxLength={120}
          placeholder={labels.titlePlaceholder}
          value={values.title}
          onChange={(event) => change({ title: event.target.value })}
        />
      </Field>
      <Field label={labels.description} required error={errors.description}>
        <Textarea
          rows={2}
          maxLength={1000}
          placeholder={labels.descriptionPlaceholder}
          value={values.description}
          onChange={(event) => change({ description: event.target.value })}
        />
      </Field>
      <CustomerField wizard={wizard} />
      <div className="grid gap-5 md:grid-cols-2">
        <DueDate wizard={wizard} />
        <Terms wizard={wizard} />
      </div>
    </div>
  );
}

function DueDate({ wizard: { values, errors, change } }: { wizard: Wizard }) {
  const today = dateIn(systemClock());
  const { dueDate } = values;
  const choices = DUE_IN_DAYS.map((days) => ({ value: addDays(today, days), label: labels.dueIn(days) }));
  return (
    <div className="min-w-0">
      <Field
        label={labels.due}
        required
        error={errors.dueDate}
        aside={isCalendarDate(dueDate) ? <span aria-live="polite">{formatDate(dueDate)}</span> : undefined}
      >
        <Input
          type="date"
          min={today}
          value={dueDate}
          onChange={(event) => change({ dueDate: event.target.value })}
          className="appearance-none"
        />
      </Field>
      <SuggestionChips
        label={labels.due}
        value={dueDate}
        options={choices}
        onPick={(chosen) => change({ dueDate: chosen })}
      />
    </div>
  );
}

function Terms({ wizard: { values, errors, change } }: { wizard: Wizard }) {
  return (
    <div className="min-w-0">
      <Field label={labels.terms} required error={errors.paymentTerms}>
        <Input
          maxLength={300}
          placeholder={labels.termsPlaceholder}
          value={values.paymentTerms}
          onChange={(event) => change({ paymentTerms: event.target.value })}
        />
      </Field>
      <SuggestionChips
        label={labels.terms}
        value={values.paymentTerms}
        options={labels.commonTerms.map((term) => ({ value: term, label: term }))}
        onPick={(paymentTerms) => change({ paymentTerms })}
      />
    </div>
  );
}
