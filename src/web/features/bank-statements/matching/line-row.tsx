import type { Currency } from '#core/money.ts';
import { formatDate, formatMoney } from '#web/lib/format.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { cn } from '#web/ui/cn.ts';
import { Money } from '#web/ui/money.tsx';
import { Select } from '#web/ui/select.tsx';
import type { StatementLine, Suggestion } from '../api.ts';
import { texts } from '../texts.ts';
import { type Choice, fitsSeveral, planOf } from './plan.ts';
import { InvoiceFinder } from './invoice-finder.tsx';
import { KeptTax } from './kept-tax.tsx';
import { SplitParts, splitFrom } from './split-parts.tsx';
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
    matching.decide(line.id, {
      choice: next,
      ticked: next.kind !== 'invoice' && next.kind !== 'leave',
      withheld: undefined,
    });
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
        waiting={plan === null}
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
        <Chosen line={line} choice={choice} currency={currency} matching={matching} />
        {plan?.mayBeTax && (
          <KeptTax
            label={words.kept(amount, day)}
            value={matching.withheldOf(line)}
            onChange={(withheld) => matching.decide(line.id, { withheld })}
          />
        )}
        <Effect
          line={line}
          choice={choice}
          kept={plan?.mayBeTax === true && matching.withheldOf(line) !== null}
          currency={currency}
        />
        {line.provider && <Warned text={words.provider(line.provider)} />}
        {line.returned && <Warned text={words.returned(formatDate(line.returned))} />}
        <Refused line={line} matching={matching} />
      </div>
    </li>
  );
}

type ChosenProps = Omit<LineRowProps, 'onAside'> & { choice: Choice };

/** The invoice or the parts of a line, where its owner chooses them. */
function Chosen({ line, choice, currency, matching }: ChosenProps) {
  if (choice.kind === 'split')
    return (
      <SplitParts
        line={line}
        split={choice}
        currency={currency}
        onChange={(split) => matching.decide(line.id, { choice: split })}
      />
    );
  if (choice.kind !== 'invoice') return null;
  return (
    <InvoiceFinder
      currency={currency}
      label={words.chooseInvoice}
      chosen={choice.invoice}
      onChoose={(invoice) =>
        matching.decide(line.id, { choice: { kind: 'invoice', invoice }, ticked: true, withheld: undefined })
      }
    />
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
    { value: 'split', label: words.split },
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
    if (kind === 'split') return onChoose(splitFrom(choice));
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

type EffectProps = { line: StatementLine; choice: Choice; kept: boolean; currency: Currency };

function Effect({ line, choice, kept, currency }: EffectProps) {
  const plan = planOf(line, choice);
  if (!plan) return null;
  const suggestion = choice.kind === 'suggestion' ? line.suggestions[choice.at] : undefined;
  const taxFact = suggestion?.withheldFor ? words.withheld : words.declared;
  const facts = [
    suggestion && texts.reason[suggestion.reason],
    suggestion && fitsSeveral(suggestion) && words.severalFit,
    choice.kind === 'typed' && line.typed && words.typedHint(formatDate(line.typed.day)),
    plan.over > 0 && (plan.left > 0 ? words.credit : words.over)(formatMoney(plan.over, currency)),
    plan.withheld !== null && !kept && taxFact(formatMoney(plan.withheld, currency)),
    kept && words.keptHint,
    plan.left > 0 && !kept && words.part(formatMoney(plan.left, currency)),
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

function Warned({ text }: { text: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-13 text-muted">
      <Badge tone="warn">{words.providerBadge}</Badge>
      <span className="min-w-0 flex-1 basis-48">{text}</span>
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
