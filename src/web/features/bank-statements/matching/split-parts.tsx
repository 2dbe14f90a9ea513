import { X } from 'lucide-react';
import { type Currency, least, type Minor, minor, ZERO } from '#core/money.ts';
import { formatMoney } from '#web/lib/format.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Money } from '#web/ui/money.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import type { StatementLine } from '../api.ts';
import { texts } from '../texts.ts';
import { InvoiceFinder } from './invoice-finder.tsx';
import { canKeepRest, type Choice, type ChosenInvoice, type Part, type Split, toPlace } from './plan.ts';

const words = texts.lines;

/** A split that begins with the invoice chosen before. */
export const splitFrom = (choice: Choice): Split => ({
  kind: 'split',
  keepRest: false,
  parts:
    choice.kind === 'invoice' && choice.invoice
      ? [{ invoice: choice.invoice, amount: choice.invoice.balance }]
      : [],
});

type SplitPartsProps = {
  line: StatementLine;
  split: Split;
  currency: Currency;
  onChange: (split: Split) => void;
};

/** Puts one line on several invoices of a customer, and tells what is still to place. */
export function SplitParts({ line, split, currency, onChange }: SplitPartsProps) {
  const { parts, keepRest } = split;
  const rest = toPlace(line, parts);
  const [first] = parts;
  const change = (at: number, amount: Minor | null) =>
    onChange({ ...split, parts: parts.map((part, place) => (place === at ? { ...part, amount } : part)) });
  const add = (invoice: ChosenInvoice) => {
    const amount = least(invoice.balance, minor(Math.max(0, rest)));
    onChange({ ...split, parts: [...parts, { invoice, amount: amount > ZERO ? amount : null }] });
  };
  // Money of one payer: the invoices are of one customer.
  const fits = (invoice: ChosenInvoice) =>
    parts.every((part) => part.invoice.id !== invoice.id) &&
    (!first || isSameCustomer(first.invoice, invoice));
  return (
    <div role="group" aria-label={words.parts} className="grid gap-2.5 rounded-card border border-line p-3">
      {parts.map((part, at) => (
        <PartRow
          key={part.invoice.id}
          part={part}
          currency={currency}
          onChange={(amount) => change(at, amount)}
          onRemove={() => onChange({ ...split, parts: parts.filter((_, place) => place !== at) })}
        />
      ))}
      <InvoiceFinder
        currency={currency}
        label={words.addInvoice}
        among={first?.invoice.customerEmail || first?.invoice.customerName || ''}
        fits={fits}
        onChoose={add}
      />
      <p aria-live="polite" className="flex justify-between gap-4 text-sm">
        <span className="text-muted">{rest < 0 ? words.tooMuch : words.toPlace}</span>
        <Money amount={minor(Math.abs(rest))} currency={currency} className={rest === 0 ? '' : 'font-bold'} />
      </p>
      {first && canKeepRest(line, parts) && (
        <Checkbox checked={keepRest} onChange={(next) => onChange({ ...split, keepRest: next })}>
          {words.keepRest(formatMoney(rest, currency), first.invoice.customerName)}
        </Checkbox>
      )}
    </div>
  );
}

const isSameCustomer = (one: ChosenInvoice, other: ChosenInvoice): boolean =>
  one.customerName === other.customerName && one.customerEmail === other.customerEmail;

type PartRowProps = {
  part: Part;
  currency: Currency;
  onChange: (amount: Minor | null) => void;
  onRemove: () => void;
};

function PartRow({ part: { invoice, amount }, currency, onChange, onRemove }: PartRowProps) {
  const owed = formatMoney(invoice.balance, currency);
  return (
    <Field
      label={`${invoice.number} · ${invoice.customerName}`}
      hint={words.owed(owed)}
      error={(amount ?? ZERO) > invoice.balance ? words.onlyOwed(owed) : undefined}
    >
      <div className="flex items-center gap-1.5">
        <div className="min-w-0 flex-1">
          <MoneyInput currency={currency} value={amount} onChange={onChange} />
        </div>
        <IconButton label={words.takeOff(invoice.number)} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
    </Field>
  );
}
