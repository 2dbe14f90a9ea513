import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_BATCH_PAYEES } from '#contract/withdrawals.ts';
import { add, type Currency } from '#core/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Money } from '#web/ui/money.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { staffQuery } from '../api.ts';
import { FromList } from './from-list.tsx';
import { FromStaff } from './from-staff.tsx';
import type { ListedRow } from './parse-list.ts';
import { type BatchInput, type Payee, selectedStaff } from './payees.ts';
import { texts } from './texts.ts';

type ChoosePayeesProps = {
  currency: Currency;
  choice: BatchInput;
  onChange: (change: Partial<BatchInput>) => void;
  rows: readonly ListedRow[];
  chosen: readonly Payee[];
  onReview: () => void;
};

/** The first step: who, how much, and what for. */
export function ChoosePayees({ currency, choice, onChange, rows, chosen, onReview }: ChoosePayeesProps) {
  const { data: staff } = useQuery(staffQuery(currency));
  const [submitted, setSubmitted] = useState(false);
  const withoutAmount =
    choice.source === 'staff' ? selectedStaff(choice.ticks, staff ?? []).length - chosen.length : 0;
  const problem = problemOf(chosen.length, withoutAmount);
  const proceed = () => {
    setSubmitted(true);
    if (problem === null) onReview();
    else
      requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus());
  };
  return (
    <Card className="p-5 max-md:p-4">
      <Tabs
        label={texts.source.label}
        value={choice.source}
        onChange={(source) => onChange({ source })}
        tabs={[
          {
            value: 'staff',
            label: texts.source.staff,
            content: (
              <FromStaff
                currency={currency}
                ticks={choice.ticks}
                onTicks={(ticks) => onChange({ ticks })}
                showMissing={submitted}
                onPaste={() => onChange({ source: 'list' })}
              />
            ),
          },
          {
            value: 'list',
            label: texts.source.list,
            content: <FromList text={choice.list} onText={(list) => onChange({ list })} rows={rows} />,
          },
        ]}
      />
      <Field label={texts.choose.description} hint={texts.choose.descriptionHint} className="mt-5" optional>
        <Input
          maxLength={200}
          autoComplete="off"
          value={choice.description}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </Field>
      {/* Over the navigation of phones, whose middle button stands out of it. */}
      <div className="sticky bottom-0 z-10 -mx-5 mt-5 -mb-5 flex flex-wrap items-center gap-x-5 gap-y-2 rounded-b-card border-line border-t bg-surface px-5 py-3.5 max-md:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] max-md:-mx-4 max-md:-mb-4 max-md:px-4 max-md:pb-6">
        <div role="status" className="min-w-0 flex-1 basis-32">
          <span className="block text-13 text-muted">{texts.people(chosen.length)}</span>
          <Money
            amount={add(...chosen.map(({ amount }) => amount))}
            currency={currency}
            className="font-bold text-xl"
          />
        </div>
        <Button onClick={proceed} className="sm:min-w-40">
          {texts.choose.review}
        </Button>
        {submitted && problem !== null && (
          <div className="w-full">
            <FieldError>{problem}</FieldError>
          </div>
        )}
      </div>
    </Card>
  );
}

function problemOf(chosen: number, withoutAmount: number): string | null {
  if (withoutAmount > 0) return texts.choose.amountNeeded;
  if (chosen === 0) return texts.choose.nobody;
  return chosen > MAX_BATCH_PAYEES ? texts.choose.tooMany(MAX_BATCH_PAYEES) : null;
}
