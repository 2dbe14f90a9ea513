import { formatQuantity } from '#core/english.ts';
import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import type { FormHandle } from '#web/lib/forms/use-form.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import type { LineLeft } from './plan.ts';
import { texts } from './texts.ts';
import type { CreditNoteValues } from './values.ts';

const MICRO = 1_000_000;

type LinePicksProps = { form: FormHandle<CreditNoteValues>; lines: readonly LineLeft[]; currency: Currency };

/** The lines that are left, each with how many came back, or how much is credited. */
export function LinePicks({ form, lines, currency }: LinePicksProps) {
  const { values, change } = form;
  const byQuantity = values.reason === 'return';
  const set = (item: number, value: number | null) =>
    change({ picks: { ...values.picks, [item]: value } }, ['picks']);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-medium text-15">{texts.lines}</legend>
      {lines.map((line) => (
        <div key={line.item} className="grid gap-2 rounded-card border border-line p-3">
          <Checkbox
            checked={values.picks[line.item] !== undefined}
            onChange={(isPicked) => {
              const { [line.item]: _gone, ...others } = values.picks;
              const whole = byQuantity ? line.quantity : line.amount;
              change({ picks: isPicked ? { ...others, [line.item]: whole } : others }, ['picks']);
            }}
          >
            <span className="block [overflow-wrap:anywhere]">{line.description}</span>
            <span className="block text-muted text-sm">{texts.left(leftOf(line, byQuantity, currency))}</span>
          </Checkbox>
          {values.picks[line.item] !== undefined && (
            <Field label={(byQuantity ? texts.quantity : texts.amount)(line.description)}>
              {byQuantity ? (
                <QuantityInput
                  most={line.quantity}
                  value={values.picks[line.item] ?? null}
                  onChange={(value) => set(line.item, value)}
                />
              ) : (
                <MoneyInput
                  currency={currency}
                  value={(values.picks[line.item] ?? null) as Minor | null}
                  onChange={(value) => set(line.item, value)}
                />
              )}
            </Field>
          )}
        </div>
      ))}
    </fieldset>
  );
}

/** The rest of a line, as people read it. */
export const leftOf = ({ quantity, amount }: LineLeft, byQuantity: boolean, currency: Currency): string =>
  byQuantity ? formatQuantity(quantity) : formatMoney(amount, currency);

type QuantityInputProps = { most: number; value: number | null; onChange: (value: number | null) => void };

function QuantityInput({ most, value, onChange, ...rest }: QuantityInputProps) {
  return (
    <Input
      type="number"
      inputMode="decimal"
      min={0}
      max={most / MICRO}
      step="any"
      value={value === null ? '' : value / MICRO}
      onChange={({ target }) =>
        onChange(target.value === '' ? null : Math.round(Number(target.value) * MICRO))
      }
      {...rest}
    />
  );
}
