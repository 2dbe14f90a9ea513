import { X } from 'lucide-react';
import { EARLIEST_STEP, LATEST_STEP, MAX_STEPS } from '#contract/reminders.ts';
import { Combobox } from '#web/ui/combobox.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { texts } from './texts.ts';

const allDays = Array.from({ length: LATEST_STEP - EARLIEST_STEP + 1 }, (_, at) => EARLIEST_STEP + at);

type DunningStagesProps = {
  steps: readonly number[];
  error: string | undefined;
  onChange: (steps: number[]) => void;
};

/** The stages of the dunning schedule, in order; each can be removed, others added. */
export function DunningStages({ steps, error, onChange }: DunningStagesProps) {
  const full = steps.length >= MAX_STEPS;
  const options = allDays
    .filter((day) => !steps.includes(day))
    .map((day) => ({ value: String(day), label: texts.step(day) }));
  return (
    <div className="grid gap-4">
      <ul aria-label={texts.ladder} className="flex flex-wrap gap-2">
        {steps.map((day) => (
          <li key={day}>
            <DunningStage day={day} onRemove={() => onChange(steps.filter((other) => other !== day))} />
          </li>
        ))}
      </ul>
      {error && <FieldError>{error}</FieldError>}
      {full ? (
        <p className="text-muted text-sm">{texts.full}</p>
      ) : (
        <Combobox
          label={texts.addStep}
          placeholder={texts.addStep}
          value=""
          options={options}
          onChange={(day) => onChange([...steps, Number(day)].toSorted((a, b) => a - b))}
          className="sm:max-w-sm"
        />
      )}
    </div>
  );
}

function DunningStage({ day, onRemove }: { day: number; onRemove: () => void }) {
  const label = texts.step(day);
  return (
    <span className="inline-flex min-h-11 items-center gap-1 rounded-full bg-primary-soft pl-4 font-semibold text-primary text-sm">
      {label}
      <button
        type="button"
        aria-label={texts.removeStep(label)}
        onClick={onRemove}
        className="grid size-11 place-items-center rounded-full hover:bg-surface [&_svg]:size-4"
      >
        <X aria-hidden />
      </button>
    </span>
  );
}
