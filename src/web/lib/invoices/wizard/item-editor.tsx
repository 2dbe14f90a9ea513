import { Check, Plus } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { ZERO } from '#core/money.ts';
import { ItemExtras } from '../item-extras/details.tsx';
import { useCurrency } from '../../session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
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
  const { values, errors, changeEntry } = wizard;
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
      <ItemExtras key={entry.at} item={entry} error={errors['entry.discount']} onChange={changeEntry} />
      <Foot wizard={wizard} onAdd={onAdd} />
    </fieldset>
  );
}

/** The price of the item, and the way out. */
function Foot({ wizard: { values, change }, onAdd }: Omit<ItemEditorProps, 'firstRef'>) {
  const { entry } = values;
  const currency = useCurrency();
  const isChange = entry.at !== null;
  return (
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
