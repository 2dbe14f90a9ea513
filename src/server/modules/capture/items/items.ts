import { heightOf, type Row } from '../layout/sheet.ts';
import type { Amount } from '../numbers/parse-amount.ts';
import type { RowWithAmounts } from '../totals/figures.ts';
import { isCarried, labelOf, type Role } from '../totals/roles.ts';
import { type Column, columnOf, tableHeads } from './columns.ts';
import { descriptionOf, hasWords, withLeadingNumbers, withoutDays } from './descriptions.ts';
import {
  amountInColumn,
  factorPair,
  factors,
  hasRateFirst,
  impliedQuantity,
  misreadCount,
  withDecimals,
} from './factors.ts';
import { sumRowOf } from './sum-row.ts';

/**
 * A line item, amounts in major units. `proved` when quantity × rate is its total, `added` below a subtotal.
 */
export type Item = {
  description: string | null;
  quantity: number | null;
  rate: number | null;
  total: number | null;
  proved: boolean;
  row: number;
  added?: boolean;
};

const MAX_ITEMS = 200;
const closingRoles: readonly Role[] = ['total', 'payable', 'net', 'tax', 'cash', 'commission'];

/** The line items: by table headers, or by shape where there are none. */
export function itemsOf(rows: readonly RowWithAmounts[]): Item[] {
  const heads = tableHeads(rows);
  const tables = heads.map((head, at) => {
    const end = endOfTable(rows, head.row + 1, heads[at + 1]?.row ?? rows.length);
    return itemsBetween(rows, head.row + 1, end, head.columns);
  });
  const found = tables.flat();
  if (found.length > 0) return found.slice(0, MAX_ITEMS);
  const money = rows.findIndex(({ amounts }) => amounts.some((one) => one.looksLikeMoney));
  const closing = rows.findIndex(
    ({ row, amounts }, at) =>
      at >= money && amounts.length > 0 && isClosing(row, ['subtotal', ...closingRoles]),
  );
  const sum = sumRowOf(rows);
  const end = closing < 0 || (sum >= 0 && sum < closing) ? sum : closing;
  // Where nothing closes them, only lines whose figures prove each other.
  const between = itemsBetween(rows, 0, end < 0 ? rows.length : end, null);
  const shaped = end < 0 ? between.filter(({ proved }) => proved) : between;
  const hasGoods = shaped.some((item) => item.proved || labelOf(item.description ?? '')?.role !== 'charge');
  return hasGoods ? shaped.slice(0, MAX_ITEMS) : [];
}

function endOfTable(rows: readonly RowWithAmounts[], from: number, to: number): number {
  const end = rows.findIndex(
    ({ row, amounts }, at) =>
      at >= from &&
      at < to &&
      !isCarried(row.text) &&
      (amounts.length > 0 ? isClosing(row, closingRoles) : isHeadOfSums(row)),
  );
  return end < 0 ? to : end;
}

// The columns of a summary: net, tax and gross by name, with their sums below.
function isHeadOfSums(row: Row): boolean {
  const roles = row.cells.map((cell) => labelOf(cell.text)?.role).filter((role) => role && role !== 'none');
  return roles.length >= 2;
}

function isClosing(row: Row, roles: readonly Role[]): boolean {
  const label = labelIn(row);
  return label !== null && roles.includes(label.role) && label.strength >= 0.55;
}

function itemsBetween(
  rows: readonly RowWithAmounts[],
  from: number,
  to: number,
  columns: Column[] | null,
): Item[] {
  const items: Item[] = [];
  const unpricedRows: Unpriced[] = [];
  const sum = sumRowOf(rows);
  let added = false;
  for (let at = from; at < to; at++) {
    const counted = rows[at];
    if (!counted || isCarried(counted.row.text)) continue;
    added ||= at === sum || (counted.amounts.length > 0 && isClosing(counted.row, ['subtotal']));
    const item = at === sum ? null : itemInRow(counted, at, columns);
    added ||= item !== null && (isSumOf(items, item) || isServiceOf(items, item, counted));
    const isUnnamed = sum >= 0 && at > sum && item?.description === null;
    if (item && added && (isUnnamed || isExtra(items, item, counted))) continue;
    if (item) items.push({ ...item, added });
    else if (at !== sum && !isLabel(counted.row))
      unpricedRows.push({
        text: descriptionOf(
          counted.row,
          counted.amounts.filter((one) => one.looksLikeMoney),
          columns,
        ),
        row: at,
        isPriced: isPriced(counted, columns),
      });
  }
  return completeItems(items, unpricedRows, rows, columns);
}

const sumOf = (items: readonly Item[]) => items.reduce((sum, { total }) => sum + (total ?? 0), 0);
const isSame = (a: number, b: number | null) => Math.abs(a - (b ?? 0)) < 0.011;

// A sum without a name in the column of goods.
const isSumOf = (items: readonly Item[], { description, total, proved }: Item) =>
  items.length > 1 && description === null && !proved && isSame(sumOf(items), total);

// "Service charge 10%" of the lines above it.
const isServiceOf = (items: readonly Item[], { total, proved }: Item, { row, amounts }: RowWithAmounts) =>
  !proved &&
  /\bservice\b/i.test(row.text) &&
  amounts.some(({ percent, value }) => percent && isSame((sumOf(items) * value) / 100, total));

/** A row of a table without a sum; `isPriced` where a price in it belongs to a sum below. */
type Unpriced = { text: string; row: number; isPriced: boolean };

const isPriced = ({ amounts }: RowWithAmounts, columns: Column[] | null) =>
  (columns ? amountInColumn(columns, amounts, 'rate') : amounts.find((one) => one.looksLikeMoney))
    ?.looksLikeMoney ?? false;

// Below the subtotal, out of the column of goods: something taken off, or delivery.
const isExtra = (items: readonly Item[], item: Item, counted: RowWithAmounts) =>
  (!item.proved && (item.total ?? 0) < 0) ||
  (item.description === null && labelIn(counted.row)?.role === 'charge') ||
  isSumOf(items, item) ||
  isServiceOf(items, item, counted);

const labelIn = (row: Row) => labelOf(row.text.replace(/[\d.,%]+/g, ' '));
// "Delivery to Ajah" may be sold.
const isLabel = (row: Row) => (labelIn(row)?.role ?? 'charge') !== 'charge';

function isSum(row: Row): boolean {
  const label = labelIn(row);
  return label !== null && label.role !== 'none' && label.role !== 'charge' && label.strength > 0.4;
}

// "Disc skimming | 2 | 8,000 | 16,000": count and price in their columns make the sum.
function isSold({ row, amounts }: RowWithAmounts, columns: Column[] | null): boolean {
  if (!columns || isClosing(row, ['subtotal', 'balance', 'paid', ...closingRoles])) return false;
  const [count, sum] = (['quantity', 'amount'] as const).map((kind) =>
    amountInColumn(columns, amounts, kind),
  );
  const isMade = ({ value }: Amount) => isSame(value * (count?.value ?? 0), sum?.value ?? 0);
  return sum !== undefined && amounts.some((price) => price !== count && price !== sum && isMade(price));
}

// Where there are no heads the sum of a line is its last number, in the right half of what is printed.
function itemInRow(counted: RowWithAmounts, at: number, columns: Column[] | null): Item | null {
  const { row, amounts } = counted;
  if (isSum(row) && !isSold(counted, columns)) return null;
  const numbers = amounts.filter((amount) => !amount.percent);
  const last = numbers.at(-1);
  const total = columns
    ? lineTotal(columns, numbers)
    : last?.looksLikeMoney && last.left - row.left > 120
      ? last
      : undefined;
  if (!total || total.decimals > 2) return null;
  const others = numbers.filter((one) => one !== total && one.last < total.first + (columns ? 99 : 0));
  const percents = amounts.filter(({ percent }) => percent).map(({ value }) => value);
  const whole = factors(total, others, columns, percents);
  const texts = row.words.map(({ text }) => text);
  const misread = whole.proved ? null : misreadCount(texts, others, total.value);
  const printed = misread ?? (whole.quantity === null ? (pricedAt(counted, total) ?? whole) : whole);
  const count = others.find((one) => one.value === printed.quantity);
  const unit = count && row.words[count.last + 1]?.text;
  const { quantity, rate, proved } = withDecimals(printed, total.value, unit) ?? printed;
  if (!total.looksLikeMoney && !proved && quantity !== null && rate !== null) return null;
  const known = columns
    ? numbers.filter((one) => isInTable(columns, one))
    : numbers.filter((one) => one.value === printed.quantity || one.value === rate);
  const described = descriptionOf(
    row,
    [
      total,
      ...known,
      ...(misread ? [misread.word] : []),
      ...amounts.filter((one) => one.percent || one.looksLikeMoney),
    ],
    columns,
  );
  return { description: described || null, quantity, rate, total: total.value, proved, row: at };
}

// "Malt crate @ 8,200 32,800", whose count was not read.
function pricedAt({ row, amounts }: RowWithAmounts, { value }: Amount) {
  const price = amounts.find(({ first }) => row.words[first - 1]?.text.endsWith('@'));
  const quantity = impliedQuantity(price?.value ?? null, value);
  return price && quantity ? { quantity, rate: price.value, proved: false } : null;
}

const isInTable = (columns: Column[], amount: Amount) =>
  ['quantity', 'rate', 'amount', 'tax', 'discount', 'code'].includes(
    columnOf(columns, amount, 90)?.kind ?? '',
  );

// Under its head; else right of the price, where handwriting runs out of its column.
function lineTotal(columns: Column[], numbers: readonly Amount[]): Amount | undefined {
  const under = amountInColumn(columns, numbers, 'amount');
  if (under) return besideColumn(numbers, under) ?? beforeTax(columns, numbers, under) ?? under;
  const price = columns.findLast((column) => column.kind === 'rate' || column.kind === 'quantity');
  const otherKinds = new Set(['rate', 'quantity', 'tax', 'discount']);
  return numbers.findLast(
    (one) =>
      one.looksLikeMoney &&
      one.left > (price?.right ?? 300) &&
      !otherKinds.has(columnOf(columns, one, 20)?.kind ?? ''),
  );
}

const isProduct = (numbers: readonly Amount[], one: Amount) =>
  factorPair(numbers.slice(0, numbers.indexOf(one)), one.value) !== null;

// Sums set right of a short head are out of its column: then a count or the price is what stands under it.
const besideColumn = (numbers: readonly Amount[], under: Amount) =>
  numbers.findLast(
    (one) =>
      one.looksLikeMoney && one.left > under.right && (!under.looksLikeMoney || isProduct(numbers, one)),
  );

// "Net | VAT | Gross": of a line that shows all three the sum is what quantity and price come to.
function beforeTax(columns: Column[], numbers: readonly Amount[], gross: Amount): Amount | undefined {
  const tax = columns.find(({ kind }) => kind === 'tax');
  if (!tax || gross.left < tax.left || isProduct(numbers, gross)) return undefined;
  return numbers.find((one) => one.looksLikeMoney && isProduct(numbers, one));
}

// Lines without a sum belong to a neighbour: its name above it, or the rest of its description below.
function completeItems(
  items: Item[],
  unpricedRows: readonly Unpriced[],
  rows: readonly RowWithAmounts[],
  columns: Column[] | null,
): Item[] {
  const named = items.filter((item) => hasWords(item.description)).length * 2 >= items.length;
  // "2 @ 1,890.00 3,780.00" says only how many: its name stands right above it.
  const above = new Set(
    items.flatMap((item) => (item.proved && !hasWords(item.description) ? item.row - 1 : [])),
  );
  const filled = items.map((item, at) => {
    const isOthers = (row: number) => above.has(row) && row !== item.row - 1;
    const neighbours = unpricedRows.filter(
      ({ row }) =>
        row > (items[at - 1]?.row ?? -1) && row < (items[at + 1]?.row ?? item.row + 3) && !isOthers(row),
    );
    return withQuantity(withDescription(item, neighbours, named, rows), rows, columns);
  });
  return withLeadingNumbers(
    withoutDays(
      filled.filter(({ total, description }) => total !== null && (total !== 0 || description !== null)),
    ),
    columns !== null,
  );
}

const lettersIn = (text: string) => text.replace(/\P{L}/gu, '').length;
const isBroken = (text: string) => /\p{L}{2}.*(?:[,&–-]|\b(?:and|of|for|with))$/u.test(text);
const isRemark = (text: string) =>
  /[:=]|\(|^\W*\d[\d\s-]{6,}|^(?:s ?\/ ?n|serial|imei|sku|model|part no)\b/i.test(text);

function withDescription(
  item: Item,
  neighbours: readonly Unpriced[],
  named: boolean,
  rows: readonly RowWithAmounts[],
): Item {
  const close = neighbours.filter(({ row }) => Math.abs(row - item.row) <= 2 && isNear(rows, row, item.row));
  if (!hasWords(item.description)) {
    const above = close.findLast(({ row, text }) => row < item.row && hasWords(text));
    const below = close.find(({ row, text }) => row > item.row && hasWords(text));
    const words = named ? (below ?? above) : (above ?? below);
    return { ...item, description: words?.text ?? item.description };
  }
  const rest = close.filter(
    ({ row, text, isPriced }) => row === item.row + 1 && !isPriced && hasWords(text) && !isRemark(text),
  );
  if (!named) return item;
  const begun = close.filter(({ row }) => row === item.row - 1 && isBroken(rows[row]?.row.text ?? ''));
  return {
    ...item,
    description: [...begun.map(({ text }) => text), item.description, ...rest.map(({ text }) => text)].join(
      ' ',
    ),
  };
}

function isNear(rows: readonly RowWithAmounts[], a: number, b: number): boolean {
  const [upper, lower] = [rows[Math.min(a, b)]?.row, rows[Math.max(a, b)]?.row];
  return Boolean(
    upper && lower && lower.top - upper.bottom < 2.2 * Math.max(heightOf(lower), heightOf(upper)),
  );
}

// Both numbers in the other row, or the count there ("Hair oil × 36") and the price beside the sum.
function pairAcross(
  near: readonly Amount[],
  own: readonly Amount[],
  total: number,
  columns: Column[] | null,
) {
  const [counts, prices] = [near, own].map((some) => some.filter((one) => !one.percent));
  const pair = factorPair(counts ?? [], total, hasRateFirst(columns));
  const isWhole = (one: Amount) => !one.looksLikeMoney && Number.isInteger(one.value) && one.value > 1;
  const across = (counts ?? []).filter(isWhole).flatMap((count) => {
    const price = prices?.find((one) => one.looksLikeMoney && one.value !== total);
    return price ? (factorPair([count, price], total) ?? []) : [];
  });
  return pair ?? across[0] ?? null;
}

const COUNT_BEHIND = / [x×] ?\d{1,5}$/i;

const countIn = (row: RowWithAmounts, columns: Column[] | null, kind: Column['kind']) =>
  columns ? (amountInColumn(columns, row.amounts, kind)?.value ?? null) : null;

// "2 X RM 2.20" in a line of its own, next to the line with the sum.
function withQuantity(item: Item, rows: readonly RowWithAmounts[], columns: Column[] | null): Item {
  if (item.proved || item.total === null) return item;
  for (const at of [item.row + 1, item.row - 1]) {
    const near = rows[at];
    if (!near || isSum(near.row) || itemInRow(near, at, columns)) continue;
    const pair = pairAcross(near.amounts, rows[item.row]?.amounts ?? [], item.total, columns);
    if (!pair) {
      const [quantity, rate] = [countIn(near, columns, 'quantity'), countIn(near, columns, 'rate')];
      if (quantity !== null && rate !== null && item.quantity === null && item.rate === null)
        return { ...item, quantity, rate };
      continue;
    }
    const described = descriptionOf(
      near.row,
      near.amounts.filter((one) => one.looksLikeMoney),
      columns,
    );
    const better = lettersIn(described) > lettersIn(item.description ?? '');
    const description = (better && columns ? described : item.description)?.replace(COUNT_BEHIND, '') ?? null;
    return { ...item, ...pair, description };
  }
  return item;
}
