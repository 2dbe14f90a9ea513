import { formatMoney, type Minor } from '#core/money.ts';
import { nextPart, partFaults, type PartWanted, sumOf } from '#core/quote-parts.ts';
import { toastFailure } from '#web/lib/api.ts';
import { TextField } from '#web/lib/forms/fields.tsx';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { useForm } from '#web/lib/forms/use-form.ts';
import { Field } from '#web/ui/field.tsx';
import { Money } from '#web/ui/money.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { type QuoteDetail, useInvoicePart } from '../api.ts';
import { isWaiting, nameOf } from '../status.tsx';
import { texts } from '../texts.ts';

const { part: words } = texts;
const ways = ['percent', 'amount', 'rest'] as const;
type Typed = { way: (typeof ways)[number]; percent: string; amount: Minor | null };
type Outcome = { wanted: PartWanted; total: Minor } | { problem: string };

/** Asks how much of a quote is invoiced now, and tells what it comes to. */
export function PartDialog({ quote, onClose }: { quote: QuoteDetail; onClose: () => void }) {
  const make = useInvoicePart(quote.id);
  const isParted = quote.parts.length > 0;
  const form = useForm<Typed>(
    (typed) => {
      const outcome = outcomeOf(quote, typed);
      return 'problem' in outcome ? { [typed.way]: outcome.problem } : {};
    },
    { way: 'percent', percent: '', amount: null },
  );
  const { way } = form.values;
  const outcome = outcomeOf(quote, form.values);
  return (
    <FormDialog
      form={form}
      width="sm"
      title={words.title(nameOf(quote))}
      description={[
        words.left(formatMoney(quote.leftAmount, quote.currency)),
        ...(isWaiting(quote) ? [texts.invoiceAnyway.text(quote.customerName)] : []),
      ].join(' ')}
      submit={words.submit}
      onClose={onClose}
      onSubmit={async (typed) => {
        const asked = outcomeOf(quote, typed);
        if ('wanted' in asked) await make.mutateAsync(asked.wanted);
      }}
      onSuccess={onClose}
      onError={(error) => form.showErrors(error) || toastFailure(error, texts.failed.invoice)}
    >
      <Field label={words.way} group>
        <RadioCards
          value={way}
          onChange={(chosen) => form.change({ way: ways.find((one) => one === chosen) ?? 'percent' })}
          options={ways
            .filter((one) => isParted || one !== 'rest')
            .map((value) => ({ value, title: words.ways[value] }))}
        />
      </Field>
      {way === 'percent' && (
        <TextField
          form={form}
          name="percent"
          label={words.percent}
          inputMode="decimal"
          autoComplete="off"
          required
        />
      )}
      {way === 'amount' && (
        <Field label={words.amount} error={form.errors.amount} required>
          <MoneyInput currency={quote.currency} {...form.bind('amount')} />
        </Field>
      )}
      <dl aria-live="polite" className="grid gap-1 rounded-card bg-sunken px-4 py-3">
        <Sum name={words.comesTo} amount={'total' in outcome ? outcome.total : null} quote={quote} />
        <Sum
          name={words.leaves}
          amount={'total' in outcome ? ((quote.leftAmount - outcome.total) as Minor) : null}
          quote={quote}
        />
      </dl>
    </FormDialog>
  );
}

function Sum({ name, amount, quote }: { name: string; amount: Minor | null; quote: QuoteDetail }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{name}</dt>
      <dd className="font-semibold">
        {amount === null ? '–' : <Money amount={amount} currency={quote.currency} />}
      </dd>
    </div>
  );
}

function outcomeOf(quote: QuoteDetail, { way, percent, amount }: Typed): Outcome {
  const wanted: PartWanted | null = {
    percent: () =>
      /^\d{1,2}(\.\d{1,2})?$/.test(percent) ? { percent: Math.round(Number(percent) * 100) } : null,
    amount: () => (amount === null ? null : { amount }),
    rest: () => ({ rest: true as const }),
  }[way]();
  if (!wanted || Object.values(wanted).includes(0)) return { problem: words.wanted[way] };
  const part = nextPart(
    {
      total: quote.totalAmount,
      left: quote.left.map(({ rate, ...group }) => ({ ...group, bps: rate })),
      isParted: quote.parts.length > 0,
      pricesIncludeTax: quote.pricesIncludeTax,
    },
    wanted,
  );
  return typeof part === 'string'
    ? { problem: partFaults[part](formatMoney(quote.leftAmount, quote.currency)) }
    : { wanted, total: sumOf(part) };
}
