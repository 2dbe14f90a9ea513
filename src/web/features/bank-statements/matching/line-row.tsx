import { useQuery } from '@tanstack/react-query';
import type { Currency } from '#core/money.ts';
import { formatDate, formatMoney } from '#web/lib/format.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { cn } from '#web/ui/cn.ts';
import { Combobox } from '#web/ui/combobox.tsx';
import { Money } from '#web/ui/money.tsx';
import { Select } from '#web/ui/select.tsx';
import { type StatementLine, type Suggestion, unpaidInvoices } from '../api.ts';
import { texts } from '../texts.ts';
import { type Choice, planOf } from './plan.ts';
import type { Matching } from './use-matching.ts';

const words = texts.lines;
const tones: Record<Suggestion['certainty'], Tone> = { certain: 'ok', likely: 'info', possible: 'neutral' };

export type NotSale = keyof typeof words.notes;

type LineRowProps = {
  line: StatementLine;
  currency: Currency;
  matching: Matching;
  onAside: (kind: NotSale) => void;
};

/** A line that came in, with the invoice it may pay. */
export function LineRow({ line, currency, matching, onAside }: LineRowProps) {
  const choice = matching.choiceOf(line);
  const plan = planOf(line, choice);
  const ticked = matching.isTicked(line);
  const [amount, day] = [formatMoney(line.amount, currency), formatDate(line.day)];
  const choose = (next: Choice) =>
    matching.decide(line.id, { choice: next, ticked: next.kind === 'suggestion' || next.kind === 'typed' });
  return (
    <li
      data-row={line.id}
      aria-label={`${amount}, ${day}`}
      className={cn(
        'grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 px-4.5 py-4 lg:grid-cols-[auto_minmax(0,1fr)_minmax(0,26rem)]',
        ticked && 'bg-primary-soft',
      )}
    >
      <Checkbox
        checked={ticked}
        disabled={plan === null}
        label={words.tick(amount, day)}
        onChange={(next) => matching.decide(line.id, { ticked: next })}
      />
      <LineFacts line={line} currency={currency} />
      <div className="col-start-2 grid content-start gap-2 lg:col-start-3">
        <ChoiceOf
          line={line}
          choice={choice}
          onChoose={choose}
          onAside={onAside}
          label={words.choose(amount, day)}
        />
        {choice.kind === 'invoice' && (
          <InvoiceFinder
            currency={currency}
            choice={choice}
            onChoose={(invoice) =>
              matching.decide(line.id, { choice: { kind: 'invoice', invoice }, ticked: true })
            }
          />
        )}
        <Effect line={line} choice={choice} currency={currency} />
        <Refused line={line} matching={matching} />
      </div>
    </li>
  );
}

/** Day, amount and words of a line as the bank wrote them. */
export function LineFacts({ line, currency }: { line: StatementLine; currency: Currency }) {
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Money amount={line.amount} currency={currency} className="font-bold" />
        <span className="text-muted text-sm">{formatDate(line.day)}</span>
      </p>
      <p className="wrap-anywhere mt-0.5 text-13 text-muted">
        {[line.payer, line.narration].filter(Boolean).join(' · ')}
      </p>
    </div>
  );
}

type ChoiceProps = {
  line: StatementLine;
  choice: Choice;
  label: string;
  onChoose: (choice: Choice) => void;
  onAside: (kind: NotSale) => void;
};

function ChoiceOf({ line, choice, label, onChoose, onAside }: ChoiceProps) {
  const typed = line.typed
    ? [
        {
          value: 'typed',
          label: words.typed(line.typed.invoiceNumber, line.typed.customerName),
          hint: words.typedHint(formatDate(line.typed.day)),
        },
      ]
    : [];
  const options = [
    ...typed,
    ...line.suggestions.map((one, at) => ({
      value: `suggestion:${at}`,
      label: invoicesOf(one),
      hint: texts.reason[one.reason],
    })),
    { value: 'invoice', label: words.other },
    { value: 'leave', label: words.leave },
    ...(Object.keys(words.notSale) as NotSale[]).map((kind) => ({
      value: `aside:${kind}`,
      label: words.notSale[kind],
    })),
  ];
  const choose = (value: string) => {
    const [kind = '', rest = ''] = value.split(':');
    if (kind === 'aside') return onAside(rest as NotSale);
    if (kind === 'suggestion') return onChoose({ kind, at: Number(rest) });
    if (kind === 'invoice') return onChoose({ kind, invoice: null });
    return onChoose(kind === 'typed' ? { kind } : { kind: 'leave' });
  };
  const value = choice.kind === 'suggestion' ? `suggestion:${choice.at}` : choice.kind;
  return <Select label={label} value={value} onChange={choose} options={options} />;
}

const invoicesOf = ({ shares }: Suggestion): string =>
  words.asInvoices(
    shares.map(({ invoiceNumber }) => invoiceNumber),
    shares[0]?.customerName ?? '',
  );

type FinderProps = {
  currency: Currency;
  choice: Extract<Choice, { kind: 'invoice' }>;
  onChoose: (invoice: NonNullable<Extract<Choice, { kind: 'invoice' }>['invoice']>) => void;
};

function InvoiceFinder({ currency, choice, onChoose }: FinderProps) {
  const { data = [], isPending } = useQuery(unpaidInvoices(currency));
  const options = data.map((one) => ({
    value: one.id,
    label: `${one.invoiceNumber} · ${one.customerName}`,
    hint: formatMoney(one.balance, currency),
  }));
  const pick = (id: string) => {
    const found = data.find((one) => one.id === id);
    if (found)
      onChoose({ id, number: found.invoiceNumber, customerName: found.customerName, balance: found.balance });
  };
  return (
    <Combobox
      label={words.chooseInvoice}
      placeholder={words.chooseInvoice}
      searchPlaceholder={words.find}
      value={choice.invoice?.id ?? ''}
      onChange={pick}
      options={options}
      loading={isPending}
    />
  );
}

function Effect({ line, choice, currency }: { line: StatementLine; choice: Choice; currency: Currency }) {
  const plan = planOf(line, choice);
  if (!plan) return null;
  const suggestion = choice.kind === 'suggestion' ? line.suggestions[choice.at] : undefined;
  const facts = [
    suggestion && texts.reason[suggestion.reason],
    choice.kind === 'typed' && line.typed && words.typedHint(formatDate(line.typed.day)),
    plan.over > 0 && words.over(formatMoney(plan.over, currency)),
    plan.withheld !== null && words.withheld(formatMoney(plan.withheld, currency)),
    plan.left > 0 && words.part(formatMoney(plan.left, currency)),
  ].filter((fact) => typeof fact === 'string');
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-13 text-muted">
      {suggestion && (
        <Badge tone={tones[suggestion.certainty]}>{texts.certainty[suggestion.certainty]}</Badge>
      )}
      <span className="min-w-0 flex-1 basis-48">{facts.join('. ')}</span>
    </p>
  );
}

function Refused({ line, matching }: { line: StatementLine; matching: Matching }) {
  const { refusal } = matching;
  if (refusal?.lineId !== line.id) return null;
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-2 rounded-control bg-bad-bg px-4 py-3 text-bad text-sm"
    >
      {refusal.message}
      {refusal.again && (
        <Button
          size="sm"
          variant="outline"
          onClick={() => matching.decide(line.id, { again: true, ticked: true })}
        >
          {words.again}
        </Button>
      )}
    </div>
  );
}
