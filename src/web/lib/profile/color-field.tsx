import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { isHexColor } from './checks.ts';
import { texts } from './texts.ts';

type ColorFieldProps = { label: string; value: string; onChange: (value: string) => void };

/** A hex colour, typed or picked. */
export function ColorField({ label, value, onChange }: ColorFieldProps) {
  const good = isHexColor(value);
  return (
    <Field label={label} error={good ? undefined : texts.color.wrong} required>
      <div className="flex gap-2.5">
        <Input
          value={value}
          maxLength={7}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          onChange={(event) => onChange(event.target.value.trim().toLowerCase())}
        />
        <input
          type="color"
          aria-label={texts.color.pick(label)}
          value={good ? value : '#000000'}
          onChange={(event) => onChange(event.target.value)}
          className="h-11 w-14 shrink-0 cursor-pointer rounded-control border border-line-strong bg-surface p-1"
        />
      </div>
    </Field>
  );
}
