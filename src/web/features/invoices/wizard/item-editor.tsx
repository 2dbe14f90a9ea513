import { Check, Plus } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { ZERO } from '#core/money.ts';
import { taxCodes } from '#core/totals.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { Money } from '#web/ui/money.tsx';
import { emptyEntry } from './draft.ts';
import { entryPrice, isEntryBlank } from './rules.ts';
import { wizardTexts } from './texts.ts';
import type { Wizard } from './use-wizard.ts';

const labels = wizardTexts.items;

type ItemEditorProps = { wizard: Wizard; onAdd: () => void; firstRef: RefObject<HTMLInputElement | null> };

/** One item being typed; Enter adds it, so that a list is written without the mouse. */
export function ItemEditor({ wizard, onAdd, firstRef }: ItemEditorProps) {
  const { values, errors, change, changeEntry } = wizard;
  const { entry } = values;
  const currency = useCurrency();
  const isChange = entry.at !== null;
  // With nothing typed Enter goes on, as everywhere.
  const addOnEnter = values.items.length > 0 && isEntryBlank(values) ? undefined : onEnter(onAdd);
  return (
    <fieldset className="min-w-0 rounded-card border border-line p-4 max-md:p-3.5">
      <legend className="sr-only">{isChange ? labels.change : labels.add}</legend>
      <div className="grid grid-cols-[minmax(5.5rem,1fr)_minmax(0,2fr)] items-start gap-4 md:grid-cols-[minmax(0,1fr)_6rem_11rem]">
        <Field
          label={labels.description}
          required
          error={errors['entry.description']}
          className="max-md:col-span-2"
        >
          <Input
            ref={firstRef}
            name="entry.description"
            onFocus={(event) => event.target.select()}
            autoComplete="off"
            maxLength={300}
            placeholder={labels.descriptionPlaceholder}
            value={entry.description}
            onChange={(event) => changeEntry({ description: event.target.value })}
            onKeyDown={addOnEnter}
          />
        </Field>
        <Field label={labels.quantity} required error={errors['entry.quantity']}>
          <Input
            inputMode="decimal"
            autoComplete="off"
            className="num"
            value={entry.quantity}
            onFocus={(event) => event.target.select()}
            onChange={(event) => changeEntry({ quantity: sanitizeNumber(event.target.value) })}
            onKeyDown={addOnEnter}
          />
        </Field>
        <Field label={labels.rate} required error={errors['entry.rate']}>
          <MoneyInput
            currency={currency}
            value={entry.rate}
            onChange={(rate) => changeEntry({ rate })}
            onKeyDown={addOnEnter}
          />
        </Field>
      </div>
      <MoreOfItem wizard={wizard} />
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <span className="mr-auto min-w-0 text-15 text-muted">
          {labels.price}{' '}
          <Money
            amount={entryPrice(entry) ?? ZERO}
            currency={currency}
            className="font-semibold text-ink break-all"
          />
        </span>
        {isChange && (
          <Button variant="ghost" onClick={() => change({ entry: emptyEntry })}>
            {labels.cancel}
          </Button>
        )}
        <Button variant="outline" onClick={onAdd}>
          {isChange ? <Check aria-hidden /> : <Plus aria-hidden />}
          {isChange ? labels.saveButton : labels.addButton}
        </Button>
      </div>
    </fieldset>
  );
}

const taxOptions = taxCodes.map((value) => ({ value, label: labels.taxCodes[value] }));

/** Fields few items need; open where the item has something of it. */
function MoreOfItem({ wizard: { values, errors, changeEntry } }: { wizard: Wizard }) {
  const { discount, taxCode, at } = values.entry;
  const isUsed = discount !== '' || taxCode !== 'standard' || errors['entry.discount'] !== undefined;
  return (
    <details key={`${at}`} open={isUsed || undefined} className="mt-3">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-primary text-sm">
        {labels.more}
      </summary>
      <div className="grid items-start gap-4 pt-1 sm:grid-cols-2">
        <Field label={labels.discount} error={errors['entry.discount']}>
          <Input
            autoComplete="off"
            className="num"
            maxLength={16}
            placeholder={labels.itemDiscountPlaceholder}
            value={discount}
            onChange={(event) => changeEntry({ discount: event.target.value })}
          />
        </Field>
        <Field label={labels.itemTax}>
          <Select
            value={taxCode}
            options={taxOptions}
            onChange={(code) => changeEntry({ taxCode: taxCodes.find((one) => one === code) ?? 'standard' })}
          />
        </Field>
      </div>
    </details>
  );
}

const onEnter = (run: () => void) => (event: KeyboardEvent) => {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing;
  if (event.key !== 'Enter' || !isPlain) return;
  event.preventDefault();
  run();
};

function sanitizeNumber(text: string): string {
  return text.replace(/[^\d.,]/g, '').slice(0, 16);
}
