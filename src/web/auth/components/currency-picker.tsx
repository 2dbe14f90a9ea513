import { Check } from 'lucide-react';
import type { Currency } from '#core/money.ts';
import { Flag } from '#web/ui/flag.tsx';
import * as texts from '../texts.ts';

const currencies = [
  { code: 'NGN', name: texts.signup.currencies.NGN },
  { code: 'USD', name: texts.signup.currencies.USD },
] as const;

type CurrencyPickerProps = {
  value: Currency;
  onChange: (currency: Currency) => void;
  error: string | undefined;
};

/** Two currencies side by side, of which the browser's own radio buttons choose one. */
export function CurrencyPicker({ value, onChange, error }: CurrencyPickerProps) {
  return (
    <fieldset aria-invalid={error ? true : undefined} className="min-w-0">
      <legend className="mb-1.5 font-semibold text-15">{texts.signup.currency}</legend>
      <div className="grid grid-cols-2 gap-3">
        {currencies.map(({ code, name }) => (
          <label
            key={code}
            className="relative flex min-h-14 cursor-pointer items-center gap-3 rounded-control border border-line-strong bg-surface py-1.5 pr-9 pl-3.5 transition-colors hover:border-primary has-checked:border-primary has-checked:bg-primary-soft has-checked:shadow-[inset_0_0_0_1px_var(--primary)] has-focus-visible:outline-2 has-focus-visible:outline-primary has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name="preferredCurrency"
              value={code}
              checked={value === code}
              onChange={() => onChange(code)}
              className="peer absolute inset-0 cursor-pointer opacity-0"
            />
            <Flag currency={code} />
            <span className="min-w-0 leading-tight">
              <span className="block font-semibold text-15">{code}</span>
              <span className="block text-13 text-muted">{name}</span>
            </span>
            <Check
              aria-hidden
              strokeWidth={3}
              className="invisible absolute right-3 size-4 text-primary peer-checked:visible"
            />
          </label>
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 font-medium text-13 text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
