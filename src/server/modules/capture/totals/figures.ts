import { datesIn, FAR_FUTURE } from '../header/dates.ts';
import { type Cell, heightOf, median, type Row, type Sheet, startsOf, sureness } from '../layout/sheet.ts';
import { isTableHead } from '../layout/table-head.ts';
import { amountsIn } from '../numbers/amounts.ts';
import { type Amount, isCut, type NumberStyle } from '../numbers/parse-amount.ts';
import { meaningOf } from '../text/concepts.ts';
import { final, isCarried, type Label, labelOf, type Role } from './roles.ts';

/** An amount with the role of its label. `row` counts within the sheet; `rate` is the percent beside it. */
export type Figure = {
  role: Role;
  value: number;
  /** 0 to 1: how clear label and number are together. */
  strength: number;
  row: number;
  rate: number | null;
  /** Its last digit may be lost. */
  isCut?: boolean;
};

/** A row with the numbers in it. */
export type RowWithAmounts = { row: Row; amounts: Amount[] };

export const rowsWithAmounts = (sheet: Sheet, style: NumberStyle): RowWithAmounts[] =>
  withoutDashes(sheet.rows.map((row) => ({ row, amounts: withoutDays(row, amountsIn(row, style)) })));

// "Balance due by: 28 November 2026" tells no sum of 2,026.
function withoutDays({ text, words }: Row, amounts: Amount[]): Amount[] {
  const dates = amounts.length > 0 && /\p{L}{3}/u.test(text) ? datesIn(text, FAR_FUTURE) : [];
  if (dates.length === 0) return amounts;
  const starts = startsOf(words);
  const isOfDay = ({ first }: Amount) =>
    dates.some(({ at, end }) => at <= (starts[first] ?? 0) && (starts[first] ?? 0) < end);
  return amounts.filter((amount) => !isOfDay(amount));
}

const credits =
  /\b(?:credit note|refund|\p{L}*gutschrift|\p{L}*korrektur|storno\p{L}*|avoir|nota de cr[eé]dito|kreditnota)\b/iu;

// Where two of three prices and sums stand behind a dash it is how they are written; a minus leaves prices alone.
function withoutDashes(rows: RowWithAmounts[]): RowWithAmounts[] {
  const all = rows.flatMap(({ amounts }) => amounts);
  const money = all.filter((amount) => amount.looksLikeMoney);
  const below = money.filter(({ value }) => value < 0).length;
  const isWritten = below > 0 && 3 * below >= 2 * money.length;
  if (!isWritten || rows.some(({ row }) => credits.test(row.text))) return rows;
  return rows.map(({ row, amounts }) => ({
    row,
    amounts: amounts.map((amount) => ({ ...amount, value: Math.abs(amount.value) })),
  }));
}

// "Total due in 7 days".
const COUNTED = /^(?:days?|weeks?|months?|hours?|hrs?|minutes?|pages?|items?|pieces?|pcs)\b/i;

/** The labelled sums of a sheet. */
export function figuresOf(rows: readonly RowWithAmounts[]): Figure[] {
  if (isUnpriced(rows)) return [];
  const formal =
    rows.flatMap(({ amounts }) => amounts).filter((one) => one.looksLikeMoney && one.decimals === 2).length >=
    3;
  const usable = (amount: Amount, { words }: Row) =>
    !amount.percent &&
    (amount.looksLikeMoney || (!formal && !COUNTED.test(words[amount.last + 1]?.text ?? '')));
  const summary = rows.findIndex(({ row }, at) => at > 0 && isTaxSummary(row));
  const before = rows.findLastIndex(({ row, amounts }) => amounts.length > 0 && isCarried(row.text));
  const found = rows.flatMap((counted, at) => {
    if (isCarried(counted.row.text)) return [];
    const amounts = counted.amounts.filter((amount) => usable(amount, counted.row));
    const rates = counted.amounts.filter((amount) => amount.percent).map((amount) => amount.value);
    const rate = rates[0] ?? null;
    if (isTableHead(counted.row)) return [];
    if (amounts.length > 0) return besideLabel(counted, amounts, at, rate);
    return underLabels(rows, at, usable);
  });
  // Payments above a balance brought forward settle earlier bills.
  const own = found.filter(({ role, row }) => role !== 'paid' || row > before);
  own.push(...unnamedDiscounts(rows).filter((one) => leadsDown(own, one)));
  if (!own.some(({ role }) => summing.has(role))) own.push(...onlyLarge(rows));
  return afterDeduction(keepStrongest(own)).map((figure) =>
    summary >= 0 && figure.row > summary ? { ...figure, strength: figure.strength * 0.6 } : figure,
  );
}

// A delivery note counts goods: its total is no money.
function isUnpriced(rows: readonly RowWithAmounts[]): boolean {
  const heads = rows.filter(({ row }) => isTableHead(row)).map(({ row }) => meaningOf(row.text).concepts);
  const priced = ['rate', 'amount', 'total', 'fee'] as const;
  return (
    heads.some((concepts) => concepts.has('quantity')) &&
    !heads.some((concepts) => priced.some((concept) => concepts.has(concept))) &&
    !rows.some(({ amounts }) => amounts.some((amount) => amount.looksLikeMoney))
  );
}

const summing = new Set<Role>(['total', 'payable', 'net', 'subtotal', 'balance', 'cash']);
const transfer = /\b(?:transaction|transfer|payment)/i;

// A transfer shows its sum in large letters, alone in its row and without a label.
function onlyLarge(rows: readonly RowWithAmounts[]): Figure[] {
  if (!rows.some(({ row }) => transfer.test(row.text))) return [];
  const usual = median(rows.map(({ row }) => heightOf(row)));
  const found = rows.flatMap(({ row, amounts: [amount, more] }, at) => {
    const isAlone = amount?.currency && !more && !/\p{L}{3}/u.test(row.text.replace(/NGN|USD/g, ''));
    return isAlone && heightOf(row) > 1.3 * usual ? [{ amount, at, row }] : [];
  });
  const [one] = found;
  return one && found.length === 1
    ? [figureOf({ role: 'total', strength: 0.7 }, one.amount, one.at, null, one.row)]
    : [];
}

// "10% returning client  -₦117,000".
const unnamedDiscounts = (rows: readonly RowWithAmounts[]): Figure[] =>
  rows.flatMap(({ row, amounts }, at) => {
    const last = amounts.at(-1);
    const isTaken = last && last.value < 0 && last.looksLikeMoney && !labelBefore(row, amounts, last);
    return isTaken ? [figureOf({ role: 'discount', strength: 0.6 }, last, at, null, row)] : [];
  });

// An agent's commission is taken from the gross, and so is a discount that leads to the sum below it: what comes before is no total.
function afterDeduction(figures: readonly Figure[]): Figure[] {
  const taken = figures.find((one) => one.role === 'commission' || leadsDown(figures, one));
  if (!taken) return [...figures];
  return figures.map((figure) => {
    if (figure.role === 'commission') return { ...figure, role: 'discount' };
    return figure.role === 'total' && figure.row < taken.row ? { ...figure, role: 'subtotal' } : figure;
  });
}

const leadsDown = (figures: readonly Figure[], { role, row, value }: Figure): boolean =>
  role === 'discount' &&
  figures.some(
    (gross) =>
      (gross.role === 'total' || gross.role === 'subtotal') &&
      gross.row < row &&
      figures.some(
        (net) =>
          final.includes(net.role) &&
          net.row > row &&
          Math.abs(gross.value - Math.abs(value) - net.value) < 0.011,
      ),
  );

// Enough for any document; the arithmetic tries them against each other.
function keepStrongest(figures: readonly Figure[]): Figure[] {
  const countByRole = new Map<Role, number>();
  const strongestFigures = new Set(
    figures
      .toSorted((a, b) => b.strength - a.strength)
      .filter(({ role }) => {
        countByRole.set(role, (countByRole.get(role) ?? 0) + 1);
        return (countByRole.get(role) ?? 0) <= MAX_OF_A_ROLE;
      }),
  );
  return figures.filter((figure) => strongestFigures.has(figure));
}

const MAX_OF_A_ROLE = 16;

// "GST Summary  Amount  Tax": the amounts below repeat earlier ones.
function isTaxSummary(row: Row): boolean {
  const { concepts, coverage } = meaningOf(row.text);
  return coverage > 0.6 && concepts.has('tax') && concepts.has('summary');
}

function besideLabel(
  { row, amounts: all }: RowWithAmounts,
  amounts: Amount[],
  at: number,
  rate: number | null,
): Figure[] {
  const last = amounts.at(-1);
  if (!last) return [];
  const label = labelBefore(row, all, last);
  if (!label) return [];
  // "80 % advance": a request, not a payment.
  if (label.role === 'paid' && rate !== null && !/\b(?:received|paid)\b/i.test(row.text)) return [];
  const figure = figureOf(label, last, at, rate, row);
  // "Part paid 40,000 Bal 60,000"
  const paid = amounts.slice(0, -1).flatMap((one) => {
    const before = label.role === 'balance' || label.role === 'payable' ? labelBefore(row, all, one) : null;
    return before?.role === 'paid' ? [figureOf(before, one, at, rate, row)] : [];
  });
  return [...netTaxGross(label, amounts, at), ...paid, figure];
}

function figureOf(label: Label, amount: Amount, at: number, rate: number | null, row: Row): Figure {
  const isPart = label.role === 'total' && rate !== null && !/incl/i.test(row.text);
  const clear = (isPart ? 0.6 : 1) * (amount.looksLikeMoney ? 1 : 0.6) * (amount.corrected ? 0.7 : 1);
  const sure = 0.5 + 0.5 * sureness(row.words.slice(amount.first, amount.last + 1));
  const strength = label.strength * clear * sure;
  return { role: label.role, value: amount.value, strength, row: at, rate, isCut: isCut(amount) };
}

// "Total 24.99 5.00 29.99": net, tax and gross stand side by side.
function netTaxGross(label: Label, amounts: Amount[], at: number): Figure[] {
  const [net, tax, gross] = amounts.slice(-3).map((amount) => amount.value);
  if (label.role !== 'total' || net === undefined || tax === undefined || gross === undefined) return [];
  if (tax === 0 || Math.abs(net + tax - gross) > 0.011) return [];
  const strength = label.strength * 0.9;
  return [
    { role: 'subtotal', value: net, strength, row: at, rate: null },
    { role: 'tax', value: tax, strength, row: at, rate: null },
  ];
}

// The words nearest to an amount label it best: its cell, the cell before, the whole row.
function labelBefore(row: Row, all: readonly Amount[], amount: Amount): Label | null {
  const used = new Set(all.flatMap((one) => range(one.first, one.last)));
  const counts = all.filter((one) => one.percent || !one.looksLikeMoney);
  const within = new Set(counts.flatMap((one) => range(one.first, one.last)));
  const words = row.words.slice(0, amount.first).filter((_, at) => !used.has(at));
  const rowText = row.words
    .filter((_, at) => !used.has(at))
    .map((word) => word.text)
    .join(' ');
  const height = heightOf(row);
  const near: string[] = [];
  let end: number | null = null;
  for (const [at, word] of [...row.words.slice(0, amount.first).entries()].toReversed()) {
    if (used.has(at) && (!within.has(at) || near.length === 0)) continue;
    if (end !== null && end - (word.x + word.width) > 1.3 * height) break;
    if (!used.has(at)) near.unshift(word.text);
    end = word.x;
  }
  const labels = [near.join(' '), words.map((word) => word.text).join(' '), rowText].map(labelOf);
  return labels.find((label) => label !== null) ?? null;
}

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

// Labels in a row of their own, as heads of columns or above one sum: the last row of numbers under them counts.
function underLabels(
  rows: readonly RowWithAmounts[],
  at: number,
  usable: (amount: Amount, row: Row) => boolean,
): Figure[] {
  const head = rows[at];
  if (!head) return [];
  const labels = head.row.cells.flatMap((cell) => {
    const label = labelOf(cell.text);
    return label ? [{ cell, label }] : [];
  });
  if (labels.length === 0) return [];
  const below = rowsBelow(rows, at, labels.length > 1 ? 8 : 1);
  return labels.flatMap(({ cell, label }) => {
    const hits = below.flatMap(({ counted, index }) => {
      const hit = counted.amounts.find((amount) => usable(amount, counted.row) && isUnder(cell, amount));
      return hit ? [{ hit, index, row: counted.row }] : [];
    });
    const hit = hits.at(-1);
    return hit
      ? [{ ...figureOf(label, hit.hit, hit.index, null, hit.row), strength: label.strength * 0.75 }]
      : [];
  });
}

function rowsBelow(
  rows: readonly RowWithAmounts[],
  at: number,
  max: number,
): { counted: RowWithAmounts; index: number }[] {
  const found: { counted: RowWithAmounts; index: number }[] = [];
  let bottom = rows[at]?.row.bottom ?? 0;
  for (let index = at + 1; index <= at + max; index++) {
    const next = rows[index];
    if (!next || next.row.top - bottom > 2.5 * heightOf(next.row)) break;
    const letters = next.row.text.replace(/[^\p{L}]/gu, '').length;
    if (next.amounts.length === 0 || letters > 14) break;
    found.push({ counted: next, index });
    bottom = next.row.bottom;
  }
  return found;
}

const isUnder = (cell: Cell, amount: Amount) =>
  Math.min(cell.right, amount.right) - Math.max(cell.left, amount.left) > -8;
