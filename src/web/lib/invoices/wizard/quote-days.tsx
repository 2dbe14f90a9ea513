import { acceptanceActions } from '#contract/quotes.ts';
import { quoteKinds } from '#core/invoice/quote-kinds.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import type { InvoiceDraft } from './draft.ts';
import { wizardTexts } from './texts.ts';
import type { Wizard } from './use-wizard.ts';

const labels = wizardTexts.quote;
const VALID_DAYS = [3, 7, 14, 30, 60, 90];
const DUE_DAYS = [0, 7, 14, 30, 60];

type Quote = NonNullable<InvoiceDraft['quote']>;

/** The fields only a quote has: its name, how long it stands, and what an acceptance asks for and brings. */
export function QuoteDays({ wizard, quote }: { wizard: Wizard; quote: Quote }) {
  const set = (patch: Partial<Quote>) => wizard.change({ quote: { ...quote, ...patch } });
  return (
    <div data-field="quote" className="grid content-start gap-5">
      <Field label={labels.kind}>
        <Select
          value={quote.kind}
          options={quoteKinds.map((value) => ({ value, label: labels.kinds[value] }))}
          onChange={(kind) => set({ kind: quoteKinds.find((one) => one === kind) ?? 'quote' })}
        />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label={labels.valid}>
          <Select
            value={quote.validDays}
            options={daysOf(VALID_DAYS, quote.validDays, labels.days)}
            onChange={(validDays) => set({ validDays })}
          />
        </Field>
        {!wizard.values.schedule && (
          <Field label={labels.due}>
            <Select
              value={quote.dueDays}
              options={daysOf(DUE_DAYS, quote.dueDays, labels.dueIn)}
              onChange={(dueDays) => set({ dueDays })}
            />
          </Field>
        )}
      </div>
      <Field label={labels.onAcceptance}>
        <Select
          value={quote.onAcceptance}
          options={acceptanceActions.map((value) => ({ value, label: labels.actions[value] }))}
          onChange={(action) =>
            set({ onAcceptance: acceptanceActions.find((one) => one === action) ?? 'draft' })
          }
        />
      </Field>
      {wizard.values.customer.email.trim() !== '' && (
        <Checkbox checked={quote.askCode} onChange={(askCode) => set({ askCode })}>
          {labels.askCode}
        </Checkbox>
      )}
    </div>
  );
}

/** The usual choices, and the one that stands where it is another. */
const daysOf = (usual: readonly number[], chosen: string, label: (days: number) => string) =>
  [...new Set([...usual, Number(chosen)])]
    .toSorted((one, other) => one - other)
    .map((days) => ({ value: String(days), label: label(days) }));
