import { useRef, useState } from 'react';
import { type CalendarDate, dateIn, systemClock } from '#core/dates.ts';
import { standardVatBps } from '#core/tax-rates.ts';
import { formatPercent } from '../../format.ts';
import { TextareaField } from '../../forms/fields.tsx';
import { extrasTexts } from '../item-extras/texts.ts';
import { useCurrency } from '../../session/session.ts';
import { useStableCallback } from '../../use-stable-callback.ts';
import { Field, FieldError } from '#web/ui/field.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Input } from '#web/ui/input.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { sanitizePart } from '#web/ui/money-text.ts';
import { ItemEditor } from './item-editor.tsx';
import { ItemList } from './item-list.tsx';
import { totalsOfDraft } from './rules.ts';
import { SuggestionChips } from './suggestion-chips.tsx';
import { wizardTexts } from './texts.ts';
import type { Wizard } from './use-wizard.ts';

const labels = wizardTexts.items;

type StepProps = { wizard: Wizard; issued: CalendarDate | undefined };

/** Step 1: what is charged for, and what it comes to. */
export function ItemsStep({ wizard, issued }: StepProps) {
  const { values, errors, addItem, editItem, removeItem } = wizard;
  const entry = useRef<HTMLInputElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const add = () => {
    const name = values.entry.description.trim();
    if (!addItem()) return;
    setAnnouncement(labels.added(name));
    entry.current?.focus();
  };
  const edit = useStableCallback((at: number) => {
    if (editItem(at)) entry.current?.focus();
  });
  const remove = useStableCallback((at: number) => {
    setAnnouncement(labels.removed(values.items[at]?.description ?? ''));
    removeItem(at);
    entry.current?.focus();
  });
  return (
    <div className="grid gap-6">
      <ItemEditor wizard={wizard} onAdd={add} firstRef={entry} />
      <div>
        <ItemList items={values.items} editing={values.entry.at} onEdit={edit} onRemove={remove} />
        {errors.items && <FieldError>{errors.items}</FieldError>}
        <p role="status" className="sr-only">
          {announcement}
        </p>
      </div>
      <Bill wizard={wizard} issued={issued} />
    </div>
  );
}

function Bill({ wizard, issued }: StepProps) {
  const { values, errors, bind } = wizard;
  const currency = useCurrency();
  const vat = standardVatBps(issued ?? dateIn(systemClock()));
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <div>
        <div className="grid grid-cols-[minmax(6.5rem,2fr)_3fr] items-start gap-4">
          <div data-field="taxRate">
            <Field label={labels.tax} optional error={errors.taxRate}>
              <PercentInput {...bind('taxRate')} />
            </Field>
          </div>
          <div data-field="discount">
            <Field label={labels.discount} optional error={errors.discount}>
              <MoneyInput
                currency={currency}
                sanitize={sanitizePart(totalsOfDraft(values).subtotal)}
                {...bind('discount')}
              />
            </Field>
          </div>
        </div>
        <SuggestionChips
          label={labels.commonTax}
          value={values.taxRate}
          options={[{ value: String(vat / 100), label: labels.vat(formatPercent(vat)) }]}
          onPick={(rate) => wizard.change({ taxRate: values.taxRate === rate ? '' : rate })}
        />
        {values.taxRate !== '' && (
          <Checkbox
            checked={values.pricesIncludeTax}
            onChange={(pricesIncludeTax) => wizard.change({ pricesIncludeTax })}
            className="mt-3"
          >
            {extrasTexts.pricesIncludeTax}
          </Checkbox>
        )}
      </div>
      <TextareaField
        form={wizard}
        name="notes"
        label={labels.notes}
        rows={3}
        maxLength={1000}
        placeholder={labels.notesPlaceholder}
        optional
      />
    </div>
  );
}

type PercentInputProps = { value: string; onChange: (value: string) => void };

function PercentInput({ value, onChange }: PercentInputProps) {
  return (
    <div className="relative">
      <Input
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/[^\d.]/g, '').slice(0, 6))}
        className="num pr-9"
      />
      <span
        aria-hidden
        className="num pointer-events-none absolute inset-y-0 right-3.5 flex items-center text-muted"
      >
        %
      </span>
    </div>
  );
}
