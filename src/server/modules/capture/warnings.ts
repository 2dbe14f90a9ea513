import type { Extraction } from '#contract/assistant.ts';
import { joinWithAnd } from '#core/english.ts';
import { currencies, formatMoney, MAX_SUM, minor } from '#core/money.ts';
import { addsUp } from './consensus.ts';
import type { Sums } from './totals/totals.ts';

/** Points a person should check before using the extraction; first, that it is a bill of a supplier's. */
export function warningsOf(read: Extraction, sums: Sums, isToUs: boolean): string[] {
  return [
    isToUs ? billedToUs(read) : null,
    linesDiffer(read, sums),
    sumsDiffer(read, sums),
    uncertainFields(read),
  ].filter((one) => one !== null);
}

const billedToUs = ({ vendorName }: Extraction): string =>
  `This paper bills you${vendorName ? `: it is from ${vendorName}` : ''}. It is a bill you pay, not one you send.`;

/** An amount in the document's currency. */
export function formatAmount(amount: number, currency: string | null): string {
  const amountMinor = minor(Math.round(Math.max(-MAX_SUM, Math.min(MAX_SUM, amount * 100))));
  const known = currencies.find((one) => one === currency);
  if (known) return formatMoney(amountMinor, known);
  const figures = formatMoney(amountMinor, 'USD').replace('$', '');
  return currency ? `${currency} ${figures}` : figures;
}

function linesDiffer(read: Extraction, sums: Sums): string | null {
  const goal = read.subtotal ?? read.total;
  if (goal === null || read.items.length === 0 || addsUp(read.items, sums)) return null;
  const sum = read.items.reduce((so, item) => so + Math.round((item.total ?? 0) * 100), 0) / 100;
  return `The lines add up to ${formatAmount(sum, read.currency)}, the paper says ${formatAmount(goal, read.currency)}.`;
}

function sumsDiffer(read: Extraction, sums: Sums): string | null {
  if (sums.isProved || read.total === null || read.subtotal === null) return null;
  const cents = (value: number | null) => Math.round((value ?? 0) * 100);
  const computed = cents(read.subtotal) - cents(read.discount) + cents(read.tax);
  if (
    Math.abs(computed - cents(read.total)) <= 2 ||
    cents(read.subtotal) - cents(read.discount) === cents(read.total)
  )
    return null;
  return `Subtotal, discount and tax come to ${formatAmount(computed / 100, read.currency)}, the paper says ${formatAmount(read.total, read.currency)}.`;
}

const titles: readonly [keyof Extraction, string][] = [
  ['total', 'the total'],
  ['customerName', 'the customer'],
  ['date', 'the date'],
  ['dueDate', 'the due date'],
];

function uncertainFields(read: Extraction): string | null {
  const names = titles.flatMap(([field, title]) => ((read.confidence[field] ?? 1) < 0.6 ? [title] : []));
  if (names.length === 0) return null;
  return `Please check ${joinWithAnd(names)}: the picture is not clear there.`;
}
