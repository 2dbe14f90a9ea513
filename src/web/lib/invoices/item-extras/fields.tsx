import type { TypedItem } from '#contract/invoice-form.ts';
import { taxCodes } from '#core/totals.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { extrasTexts as texts, taxCodeNames } from './texts.ts';

type Extras = Pick<TypedItem, 'discount' | 'taxCode'>;

export type ItemExtrasProps = {
  item: Extras;
  error: string | undefined;
  onChange: (change: Partial<Extras>) => void;
};

const taxOptions = taxCodes.map((value) => ({ value, label: taxCodeNames[value] }));

/** The discount of one item, as an amount or in percent, and how it is taxed. */
export function ItemExtraFields({ item: { discount, taxCode }, error, onChange }: ItemExtrasProps) {
  return (
    <div className="grid items-start gap-4 pt-1 sm:grid-cols-2">
      <Field label={texts.discount} error={error}>
        <Input
          autoComplete="off"
          className="num"
          maxLength={16}
          placeholder={texts.discountPlaceholder}
          value={discount}
          onChange={(event) => onChange({ discount: event.target.value })}
        />
      </Field>
      <Field label={texts.tax}>
        <Select
          value={taxCode}
          options={taxOptions}
          onChange={(code) => onChange({ taxCode: taxCodes.find((one) => one === code) ?? 'standard' })}
        />
      </Field>
    </div>
  );
}
