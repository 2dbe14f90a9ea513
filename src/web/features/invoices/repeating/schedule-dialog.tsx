import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { addDays, dateIn, formatDate, systemClock } from '#core/dates.ts';
import { lineTexts } from '#core/invoice/texts.ts';
import { messageOf, toastFailure } from '#web/lib/api.ts';
import { TextField } from '#web/lib/forms/fields.tsx';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { type FormHandle, useForm } from '#web/lib/forms/use-form.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Field } from '#web/ui/field.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import type { Option } from '#web/ui/options.ts';
import { Select } from '#web/ui/select.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { type NewPlan, type PlanDetail, previewQuery, useSavePlan } from './api.ts';
import type { PlanContents } from './contents.ts';
import { checkSchedule, newSchedule, scheduleIn, scheduleOf, type ScheduleValues } from './schedule.ts';
import { dayWords, texts } from './texts.ts';

const labels = texts.form;
const SHOWN_PAST_DAYS = 365;

type ScheduleDialogProps = {
  /** Of each invoice. */
  contents: PlanContents;
  customerName: string;
  dueDays: number;
  /** The one that is changed; a new one where there is none. */
  plan?: PlanDetail;
  onClose: () => void;
  onSaved: (plan: PlanDetail) => void;
};

/** On which days an invoice is made again, with the next six of them. */
export function ScheduleDialog({
  contents,
  customerName,
  dueDays,
  plan,
  onClose,
  onSaved,
}: ScheduleDialogProps) {
  const today = dateIn(systemClock());
  const save = useSavePlan(plan?.id);
  const form = useForm<ScheduleValues>(
    checkSchedule,
    plan ? scheduleIn(plan, today) : newSchedule(contents.title ?? '', today, dueDays),
  );
  return (
    <FormDialog
      form={form}
      title={plan ? labels.change : labels.title}
      width="md"
      online
      submit={labels.save}
      onClose={onClose}
      onSubmit={(values) => save.mutateAsync(planOf(contents, values))}
      onSuccess={({ data }) => {
        toast.success(plan ? labels.changed : labels.saved(customerName));
        onSaved(data);
      }}
      onError={(error) => {
        if (!form.showErrors(error)) toastFailure(error, messageOf(error, labels.failed));
      }}
    >
      <TextField
        form={form}
        name="title"
        label={labels.name}
        hint={labels.nameHint}
        maxLength={lineTexts.title}
      />
      <RhythmFields form={form} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="starts"
          label={labels.starts}
          type="date"
          min={addDays(today, -SHOWN_PAST_DAYS)}
          inputClass="appearance-none"
          required
        />
        <TextField
          form={form}
          name="dueDays"
          label={labels.dueDays}
          inputMode="numeric"
          maxLength={3}
          required
        />
      </div>
      <EndFields form={form} />
      <Choice form={form} name="mode" label={labels.mode} options={labels.modes} />
      {form.values.mode === 'charge' && <CapField form={form} />}
      <Dates values={form.values} planId={plan?.id} />
    </FormDialog>
  );
}

const planOf = (contents: PlanContents, values: ScheduleValues): NewPlan => ({
  ...contents,
  ...scheduleOf(values),
  title: values.title.trim(),
  dueDays: Number(values.dueDays),
  mode: values.mode,
  cap: values.mode === 'charge' ? values.cap : null,
});

type FormProps = { form: FormHandle<ScheduleValues> };

/** The most one invoice may be charged, which the customer agrees to. */
function CapField({ form }: FormProps) {
  return (
    <Field label={labels.cap} hint={labels.capHint} error={form.errors.cap} required>
      <MoneyInput currency={useCurrency()} {...form.bind('cap')} />
    </Field>
  );
}

type ChoiceProps = FormProps & {
  name: 'unit' | 'ends' | 'mode' | 'day';
  label: string;
  options: Record<string, string> | readonly Option[];
};

function Choice({ form, name, label, options }: ChoiceProps) {
  const list = Array.isArray(options)
    ? (options as readonly Option[])
    : Object.entries(options).map(([value, words]) => ({ value, label: words }));
  return (
    <Field label={label} error={form.errors[name]}>
      <Select
        value={form.values[name]}
        options={list}
        onChange={(value) => form.change({ [name]: value } as Partial<ScheduleValues>)}
      />
    </Field>
  );
}

const dayOptions: readonly Option[] = Array.from({ length: 31 }, (_, at) => ({
  value: String(at + 1),
  label: at === 30 ? labels.lastDay : dayWords(at + 1),
}));

function RhythmFields({ form }: FormProps) {
  const { unit } = form.values;
  return (
    <>
      <Choice form={form} name="unit" label={labels.unit} options={labels.units} />
      {unit === 'weeks' && (
        <TextField form={form} name="weeks" label={labels.weeks} inputMode="numeric" maxLength={2} required />
      )}
      {unit === 'months' && (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            form={form}
            name="months"
            label={labels.months}
            inputMode="numeric"
            maxLength={2}
            required
          />
          <Choice form={form} name="day" label={labels.day} options={dayOptions} />
        </div>
      )}
      {unit === 'days' && (
        <TextField
          form={form}
          name="days"
          label={labels.days}
          hint={labels.daysHint}
          maxLength={100}
          required
        />
      )}
    </>
  );
}

function EndFields({ form }: FormProps) {
  const { ends, starts } = form.values;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Choice form={form} name="ends" label={labels.ends} options={labels.endsKinds} />
      {ends === 'after' && (
        <TextField
          form={form}
          name="endsAfter"
          label={labels.endsAfter}
          inputMode="numeric"
          maxLength={4}
          required
        />
      )}
      {ends === 'on' && (
        <TextField
          form={form}
          name="endsOn"
          label={labels.endsOn}
          type="date"
          min={starts}
          inputClass="appearance-none"
          required
        />
      )}
    </div>
  );
}

/** The days the schedule comes to, as they are typed. */
function Dates({ values, planId }: { values: ScheduleValues; planId: string | undefined }) {
  const shown = useDeferredValue(values);
  // Without the most a card is charged, on which no day depends.
  const faults = checkSchedule({ ...shown, mode: 'send' });
  const isWhole = Object.values(faults).every((message) => message === undefined);
  const { data } = useQuery({
    ...previewQuery(useCurrency(), { ...scheduleOf(shown), planId }),
    enabled: isWhole,
  });
  return (
    <section aria-label={labels.dates} aria-live="polite" className="rounded-card bg-sunken p-4">
      <h3 className="font-semibold text-sm">{labels.dates}</h3>
      <DateList dates={isWhole ? data : undefined} />
    </section>
  );
}

/** Days in a line, which wraps. */
export function DateList({ dates }: { dates: readonly string[] | undefined }) {
  if (dates?.length === 0) return <p className="mt-1 text-muted text-sm">{labels.noDates}</p>;
  return (
    <ol className="num mt-1.5 flex min-h-6 flex-wrap gap-x-4 gap-y-1 text-15">
      {dates?.map((date) => (
        <li key={date}>{formatDate(date)}</li>
      ))}
    </ol>
  );
}
