import { Plus, Trash2 } from 'lucide-react';
import { MAX_PART_LABEL } from '#contract/payment-schedule.ts';
import { MOST_PARTS } from '#core/payment-schedule.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { scheduleTexts as texts } from './texts.ts';
import { partDays, type TypedPart, usualParts, withAnother } from './typed.ts';

type Errors = Partial<Record<string, string>>;
type EditorProps = {
  parts: TypedPart[] | null;
  of: 'quote' | 'invoice';
  errors: Errors;
  onChange: (parts: TypedPart[] | null) => void;
};

const kinds = ['once', 'deposit', 'parts'] as const;
const kindOf = (parts: readonly TypedPart[] | null) =>
  parts === null ? 'once' : parts.length === 2 ? 'deposit' : 'parts';

/** How an invoice is paid: at once, with a deposit, or in parts. */
export function ScheduleEditor({ parts, of, errors, onChange }: EditorProps) {
  const choose = (kind: string) => {
    const chosen = kinds.find((one) => one === kind) ?? 'once';
    if (chosen !== kindOf(parts)) onChange(chosen === 'once' ? null : usualParts[chosen]);
  };
  return (
    <div data-field="schedule" className="grid min-w-0 gap-4">
      <Field
        label={texts.label}
        hint={parts ? texts.hint : undefined}
        error={errors.schedule}
        className="md:max-w-80"
      >
        <Select
          value={kindOf(parts)}
          options={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
          onChange={choose}
        />
      </Field>
      {parts && <Parts parts={parts} of={of} errors={errors} onChange={onChange} />}
    </div>
  );
}

type PartsProps = Omit<EditorProps, 'parts'> & { parts: TypedPart[] };

/** The parts one below the other; the last takes the rest. */
export function Parts({ parts, of, errors, onChange }: PartsProps) {
  return (
    <div className="grid gap-3">
      {parts.map((part, at) => (
        <PartFields
          // Parts have no id of their own; each is named by its place.
          key={at}
          part={part}
          at={at}
          isLast={at === parts.length - 1}
          of={of}
          errors={errors}
          onChange={(patch) => onChange(parts.with(at, { ...part, ...patch }))}
          onRemove={parts.length > 2 ? () => onChange(parts.toSpliced(at, 1)) : undefined}
        />
      ))}
      {parts.length < MOST_PARTS && (
        <Button variant="outline" className="justify-self-start" onClick={() => onChange(withAnother(parts))}>
          <Plus aria-hidden />
          {texts.add}
        </Button>
      )}
    </div>
  );
}

type PartProps = Pick<EditorProps, 'of' | 'errors'> & {
  part: TypedPart;
  at: number;
  isLast: boolean;
  onChange: (patch: Partial<TypedPart>) => void;
  onRemove: (() => void) | undefined;
};

function PartFields({ part, at, isLast, of, errors, onChange, onRemove }: PartProps) {
  const path = `schedule.${at}`;
  return (
    <fieldset className="min-w-0 rounded-card border border-line p-4 max-md:p-3.5">
      <legend className="sr-only">{texts.legend(at + 1)}</legend>
      <div className="grid items-start gap-4 min-[360px]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:grid-cols-[minmax(0,1fr)_7rem_minmax(0,1fr)_9rem]">
        <Field label={texts.name} required error={errors[`${path}.label`]} className="max-md:col-span-full">
          <Input
            autoComplete="off"
            maxLength={MAX_PART_LABEL}
            value={part.label}
            onChange={(event) => onChange({ label: event.target.value })}
          />
        </Field>
        {isLast ? (
          <div className="min-w-0">
            <p className="mb-1.5 font-semibold text-sm">{texts.sum}</p>
            <p className="flex min-h-11 items-center">{texts.rest}</p>
            {errors[path] && <p className="text-bad text-sm">{errors[path]}</p>}
          </div>
        ) : (
          <Field label={texts.sum} required error={errors[`${path}.sum`] ?? errors[path]}>
            <Input
              inputMode="text"
              autoComplete="off"
              className="num"
              placeholder="60%"
              title={texts.sumHint}
              value={part.sum}
              onChange={(event) => onChange({ sum: event.target.value })}
            />
          </Field>
        )}
        <When part={part} of={of} error={errors[`${path}.due`]} onChange={onChange} />
      </div>
      {onRemove && !isLast && (
        <div className="mt-2 flex justify-end">
          <IconButton label={texts.remove(part.label)} size="sm" onClick={onRemove}>
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      )}
    </fieldset>
  );
}

type WhenProps = Pick<PartProps, 'part' | 'of' | 'onChange'> & { error: string | undefined };

function When({ part, of, error, onChange }: WhenProps) {
  const labels = { ...texts.whens, acceptance: texts.acceptance[of] };
  const { when, day } = part;
  const isDated = when === 'days' || when === 'day';
  return (
    <>
      <Field label={texts.when} error={isDated ? undefined : error}>
        <Select
          value={when}
          options={partDays.map((value) => ({ value, label: labels[value] }))}
          onChange={(value) => onChange({ when: partDays.find((one) => one === value) ?? 'ask', day: '' })}
        />
      </Field>
      {isDated && (
        <Field
          label={when === 'day' ? texts.day : texts.days[of]}
          required
          error={error}
          className="max-md:col-span-full"
        >
          <Input
            type={when === 'day' ? 'date' : 'text'}
            inputMode={when === 'day' ? undefined : 'numeric'}
            className="num appearance-none"
            value={day}
            onChange={(event) => onChange({ day: event.target.value })}
          />
        </Field>
      )}
    </>
  );
}
