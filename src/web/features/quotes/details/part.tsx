import { formatMoney, type Minor, subtract } from '#core/money.ts';
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
import { LinePicks } from './line-picks.tsx';
import { outcomeOf, type TypedPart, waysOf } from './part-outcome.ts';

const { part: words } = texts;

/** Asks how much of a quote is invoiced now, and tells what it comes to. */
export function PartDialog({ quote, onClose }: { quote: QuoteDetail; onClose: () => void }) {
  const make = useInvoicePart(quote.id);
  const ways = waysOf(quote);
  const form = useForm<TypedPart>(
    (typed) => {
      const outcome = outcomeOf(quote, typed);
      return 'problem' in outcome ? { [typed.way === 'rest' ? 'way' : typed.way]: outcome.problem } : {};
    },
    { way: ways[0] ?? 'rest', percent: '', amount: null, lines: {} },
  );
  const { way } = form.values;
  const outcome = outcomeOf(quote, form.values);
  const total = 'total' in outcome ? outcome.total : null;
  return (
    <FormDialog
      form={form}
      width="sm"
      title={words.title(nameOf(quote))}
      description={describe(quote)}
      submit={words.submit}
      onClose={onClose}
      onSubmit={async (typed) => {
        const asked = outcomeOf(quote, typed);
        if ('wanted' in asked) await make.mutateAsync(asked);
      }}
      onSuccess={onClose}
      onError={(error) => form.showErrors(error) || toastFailure(error, texts.failed.invoice)}
    >
      <Field label={words.way} group error={form.errors.way}>
        <RadioCards
          value={way}
          onChange={(chosen) => form.change({ way: ways.find((one) => one === chosen) ?? way })}
          options={ways.map((value) => ({ value, title: words.ways[value] }))}
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
      {way === 'lines' && <LinePicks form={form} quote={quote} />}
      <dl aria-live="polite" className="grid gap-1 rounded-card bg-sunken px-4 py-3">
        <Sum name={words.comesTo} amount={total} quote={quote} />
        <Sum name={words.leaves} amount={total && subtract(quote.leftAmount, total)} quote={quote} />
      </dl>
    </FormDialog>
  );
}

const describe = (quote: QuoteDetail): string =>
  [
    words.left(formatMoney(quote.leftAmount, quote.currency)),
    ...(quote.invoicedBy === 'share' ? [words.onlyShares] : []),
    ...(quote.invoicedBy === 'lines' ? [words.onlyLines] : []),
    ...(isWaiting(quote) ? [texts.invoiceAnyway.text(quote.customerName)] : []),
  ].join(' ');

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
