import type { Item } from '../items/items.ts';
import { heightOf } from '../layout/sheet.ts';
import { isTableHead } from '../layout/table-head.ts';
import { cents, isNear, MAX_ROUNDING, possibleBreakdowns } from './breakdowns.ts';
import type { Figure, RowWithAmounts } from './figures.ts';
import { final, labelOf, type Role } from './roles.ts';

const parts: readonly Role[] = ['subtotal', 'tax', 'discount', 'charge', 'commission', 'paid', 'withholding'];
const deductions: readonly Role[] = ['discount', 'commission', 'paid', 'withholding', 'balance'];
const STRENGTH = 0.6;

/**
 * A total whose figure cannot be read beside its label, where the paper proves it: the subtotal with a tax that its rate
 * makes, or lines that are all quantity times rate with nothing between them and the total.
 */
export function lostTotal(
  rows: readonly RowWithAmounts[],
  figures: readonly Figure[],
  items: readonly Item[],
): Figure[] {
  const row = rows.findIndex((counted) => isBareTotal(counted));
  if (row < 0 || figures.some(({ role, strength }) => final.includes(role) && strength > 0.5)) return [];
  const value =
    withTax(figures) ?? ofLines(rows.slice(0, row), figures, items) ?? rightAbove(rows, row, figures, items);
  return value === null ? [] : [{ role: 'total', value, strength: STRENGTH, row, rate: null }];
}

function isBareTotal({ row, amounts }: RowWithAmounts): boolean {
  if (amounts.some((amount) => amount.looksLikeMoney) || isTableHead(row)) return false;
  const label = labelOf(row.text);
  return label !== null && final.includes(label.role) && label.strength >= 0.55;
}

function withTax(figures: readonly Figure[]): number | null {
  const own = figures.filter(({ role }) => parts.includes(role));
  const [subtotal, tax] = ['subtotal', 'tax'].map((role) => own.filter((figure) => figure.role === role));
  const [before, added] = [subtotal?.[0], tax?.[0]];
  if (!before || !added || own.length !== 2 || added.rate === null) return null;
  const isMade = isNear(Math.round((cents(before.value) * added.rate) / 100), cents(added.value));
  return isMade ? (cents(before.value) + cents(added.value)) / 100 : null;
}

function ofLines(
  rows: readonly RowWithAmounts[],
  figures: readonly Figure[],
  items: readonly Item[],
): number | null {
  if (items.length < 2 || figures.some(({ role }) => parts.includes(role))) return null;
  const lines = new Set(items.map((item) => item.row));
  const head = rows.findLastIndex(({ row }, at) => at < (items[0]?.row ?? 0) && isTableHead(row));
  const first = head < 0 ? (items[0]?.row ?? 0) : head;
  const isLine = ({ amounts }: RowWithAmounts, at: number) =>
    at <= first || lines.has(at) || !amounts.some((amount) => amount.looksLikeMoney);
  if (!rows.every(isLine)) return null;
  if (!items.every((item) => item.proved && item.description !== null)) return null;
  return items.reduce((sum, item) => sum + cents(item.total ?? 0), 0) / 100;
}

// Nothing was added or taken between a subtotal, which its lines make, and a total that stands right below it.
function rightAbove(
  rows: readonly RowWithAmounts[],
  row: number,
  figures: readonly Figure[],
  items: readonly Item[],
): number | null {
  const [above, own] = [rows[row - 1]?.row, rows[row]?.row];
  const before = figures.find((figure) => figure.role === 'subtotal' && figure.row === row - 1);
  if (!above || !own || !before || figures.some((figure) => figure !== before && parts.includes(figure.role)))
    return null;
  const isNext = own.top - above.top < 2.2 * heightOf(own);
  const isMade = isNear(
    items.reduce((sum, item) => sum + cents(item.total ?? 0), 0),
    cents(before.value),
  );
  return isNext && isMade ? before.value : null;
}

/** A sum above a deduction and a rest whose figures are both lost is hardly the one due. */
export function withoutLostRest(rows: readonly RowWithAmounts[], figures: readonly Figure[]): Figure[] {
  const rest = rows.findLastIndex((counted) => isBareTotal(counted));
  const isDeduction = ({ row, amounts }: RowWithAmounts) =>
    amounts.length === 0 && deductions.some((role) => role === labelOf(row.text)?.role);
  const lost = rows.findIndex((counted, at) => at < rest && isDeduction(counted));
  return figures.map((figure) =>
    lost > figure.row && final.includes(figure.role) ? { ...figure, strength: figure.strength / 2 } : figure,
  );
}

/** A sum whose last figure is gone ("472,422.1") is the one of its ten that the parts make. */
export function withLastFigures(figures: readonly Figure[], itemSum: number | null): Figure[] {
  const made = possibleBreakdowns(figures, itemSum).filter((one) => one.parts > 0);
  return figures.map((figure) => {
    const isWhole = ({ total }: { total: number }) =>
      total >= cents(figure.value) && total < cents(figure.value) + 10;
    const whole = figure.isCut && final.includes(figure.role) ? made.find(isWhole) : undefined;
    return whole ? { ...figure, value: whole.total / 100, isCut: false } : figure;
  });
}

/** No total is less than one of its proved lines, or than all of them as printed, where nothing is taken from them. */
export function withoutTooSmall(figures: readonly Figure[], items: readonly Item[]): Figure[] {
  const proved = items.flatMap(({ proved, total }) => (proved && total !== null ? [total] : []));
  const sum = proved.reduce((so, total) => so + cents(total), 0);
  const isPrinted = figures.some(({ role, value }) => role === 'subtotal' && cents(value) === sum);
  const least = isPrinted ? sum / 100 : Math.max(0, ...proved);
  if (figures.some(({ role }) => deductions.includes(role))) return [...figures];
  return figures.filter(
    ({ role, value }) => !final.includes(role) || value <= 0 || value >= least - MAX_ROUNDING / 100,
  );
}
