import { rowOf } from '#core/linear-model.ts';
import type { ReadWord } from '#server/kernel/ports/index.ts';
import { heightOf, median, WIDTH } from '../layout/sheet.ts';
import { isTableHead } from '../layout/table-head.ts';
import { conceptsOf, isKnownWord } from '../text/concepts.ts';
import { foldConfusables } from '../text/normalize.ts';
import type { Figure, RowWithAmounts } from '../totals/figures.ts';
import { relationsOf } from './arithmetic.ts';
import type { Unit } from './units.ts';

/** Rows of the table of weights. */
export const ROWS = 1 << 14;

/**
 * Features of each unit: its shape and place, the words of labels around it, the amounts it is made of, and the role that rules
 * give it. Names and goods count by their shape alone, as those of training are few.
 */
export function featuresOf(
  rows: readonly RowWithAmounts[],
  units: readonly Unit[],
  figures: readonly Figure[],
): number[][] {
  const page = pageOf(rows, units, figures);
  return units.map((unit) => {
    const found = unit.amount ? ofAmount(page, unit, unit.amount) : ofWord(page, unit);
    return [...new Set([...placeOf(page, unit), ...found].map((feature) => rowOf(feature, ROWS)))];
  });
}

type Page = {
  rows: readonly RowWithAmounts[];
  /** Per row, the token of each of its words. */
  tokens: string[][];
  figures: readonly Figure[];
  relations: ReturnType<typeof relationsOf>;
  usual: number;
  head: number;
  lastSum: number;
};

function pageOf(rows: readonly RowWithAmounts[], units: readonly Unit[], figures: readonly Figure[]): Page {
  const tokens = rows.map(({ row }) => row.words.map(tokenOf));
  for (const { row, first, last, amount, date } of units)
    if (amount || date)
      for (let at = first; at <= last; at++) {
        const line = tokens[row];
        if (line) line[at] = date ? '<date>' : amount?.percent ? '<percent>' : kindOf(amount);
      }
  const head = rows.findIndex(({ row }) => isTableHead(row));
  return {
    rows,
    tokens,
    figures,
    relations: relationsOf(rows),
    usual: Math.max(1, median(rows.map(({ row }) => heightOf(row)))),
    head: head < 0 ? rows.findIndex(({ amounts }) => amounts.some((one) => one.looksLikeMoney)) : head,
    lastSum: rows.findLastIndex(({ amounts }) => amounts.some((one) => one.looksLikeMoney)),
  };
}

const kindOf = (amount: Unit['amount']) => (amount?.looksLikeMoney ? '<money>' : '<number>');

// Words of labels by their meaning, all others by their shape.
function tokenOf({ text }: ReadWord): string {
  const folded = foldConfusables(text);
  const concepts = /\p{L}{2}/u.test(text) ? conceptsOf(folded) : [];
  if (concepts.length > 0) return concepts.join('+');
  if (/\p{L}/u.test(text) && isKnownWord(folded)) return folded;
  if (LABELS.has(folded)) return folded;
  return shapeOf(text);
}

const LABELS = new Set(
  'date dated tel phone email tin rc po box bank terminal rrn stan card ltd limited plc co and sons mr mrs chief attn accounts'
    .split(' ')
    .map(foldConfusables),
);

const shapeOf = (text: string): string =>
  text
    .slice(0, 24)
    .replace(/\p{Lu}+/gu, 'A')
    .replace(/\p{Ll}+/gu, 'a')
    .replace(/\d+/g, (run) => (run.length > 4 ? '9' : '0'))
    .slice(0, 8);

const bucket = (value: number, steps: number): number =>
  Math.max(0, Math.min(steps - 1, Math.floor(value * steps)));

function placeOf({ rows, usual, head, lastSum }: Page, { row, first, last }: Unit): string[] {
  const line = rows[row]?.row;
  const [from, to] = [line?.words[first], line?.words[last]];
  if (!line || !from || !to) return [];
  const zone = row < head ? 'top' : row === head ? 'head' : row > lastSum ? 'foot' : 'table';
  const tall = (100 * from.height) / usual;
  return [
    `zone:${zone}`,
    `x:${bucket(from.x / WIDTH, 8)}`,
    `right:${bucket((to.x + to.width) / WIDTH, 8)}`,
    `top:${Math.min(8, row)} ${zone}`,
    `end:${Math.min(4, Math.max(-2, lastSum - row))}`,
    `tall:${tall > 180 ? 3 : tall > 130 ? 2 : tall > 110 ? 1 : 0} ${zone}`,
    `y:${bucket(row / Math.max(1, rows.length), 6)}`,
  ];
}

// The words before a unit in its row, nearest first.
const before = ({ tokens }: Page, { row, first }: Unit): string[] =>
  (tokens[row] ?? []).slice(0, first).toReversed();

function under({ rows, tokens }: Page, row: number, word: ReadWord | undefined): string[] {
  const words = rows[row]?.row.words ?? [];
  if (!word) return [];
  return words.flatMap((one, at) =>
    one.x < word.x + word.width + 25 && one.x + one.width > word.x - 25 ? [tokens[row]?.[at] ?? ''] : [],
  );
}

function ofAmount(page: Page, unit: Unit, amount: NonNullable<Unit['amount']>): string[] {
  const { rows, tokens, figures, relations, head } = page;
  const line = tokens[unit.row] ?? [];
  const words = before(page, unit).filter((token) => !token.startsWith('<'));
  const label = words.slice(0, 2).toReversed().join(' ');
  const related = relations(amount, unit.row);
  const figure = figures.find((one) => one.row === unit.row && one.value === amount.value);
  const role = figure ? `${figure.role}${figure.strength >= 0.6 ? '' : '?'}` : '-';
  const word = rows[unit.row]?.row.words[unit.last];
  const numbers = (rows[unit.row]?.amounts ?? []).length;
  const order = (rows[unit.row]?.amounts ?? []).indexOf(amount);
  const shape = `${kindOf(amount)}${Math.min(3, amount.decimals)}${amount.currency ? '$' : ''}${amount.percent ? '%' : ''}${amount.value < 0 ? '-' : ''}`;
  const isMade = related
    .filter((one) => /^(?:run$|product|plus|minus|splits|returned|share)/.test(one))
    .join('');
  const heads = under(page, head, word);
  return [
    'amount',
    `shape:${shape}`,
    `label:${label}`,
    ...words.map((token) => `l:${token}`),
    `role:${role}`,
    `role:${role} made:${isMade}`,
    `made:${isMade} label:${label}`,
    ...related.flatMap((one) => [`is:${one}`, `is:${one} ${role}`]),
    `order:${Math.min(3, order)}/${Math.min(4, numbers)}`,
    `left:${numbers - order} ${shape}`,
    `next:${line[unit.last + 1] ?? '$'}`,
    `prev:${line[unit.first - 1] ?? '^'}`,
    ...heads.map((token) => `head:${token} ${order}/${numbers}`),
    ...under(page, unit.row - 1, word).map((token) => `above:${token}`),
    ...under(page, unit.row + 1, word).map((token) => `below:${token}`),
    `words:${Math.min(4, words.length)}`,
  ];
}

function ofWord(page: Page, unit: Unit): string[] {
  const { rows, tokens } = page;
  const line = tokens[unit.row] ?? [];
  const words = rows[unit.row]?.row.words ?? [];
  const word = words[unit.first];
  const own = line[unit.first] ?? '';
  const cell = rows[unit.row]?.row.cells.find((one) => word !== undefined && one.words.includes(word));
  const start = cell?.words[0];
  const inCell = start ? words.indexOf(start) : unit.first;
  const cellTokens = line.slice(inCell, inCell + (cell?.words.length ?? 1));
  const above = [1, 2, 3].map((up) =>
    under(page, unit.row - up, start)
      .slice(0, 2)
      .join(' '),
  );
  const colon = words.slice(inCell, unit.first).findLastIndex(({ text }) => /[:#.]$/.test(text));
  const label = colon < 0 ? '-' : cellTokens.slice(0, colon + 1).join(' ');
  const hasMoney = (rows[unit.row]?.amounts ?? []).some((one) => one.looksLikeMoney);
  return [
    unit.date ? 'date' : 'word',
    `own:${own}`,
    `prev:${line[unit.first - 1] ?? '^'} ${own}`,
    `p:${line[unit.first - 1] ?? '^'}`,
    `pp:${line[unit.first - 2] ?? '^'} ${line[unit.first - 1] ?? '^'}`,
    `next:${line[unit.last + 1] ?? '$'}`,
    `label:${label}`,
    `start:${cellTokens[0] ?? ''}`,
    `start2:${cellTokens.slice(0, 2).join(' ')}`,
    `in:${Math.min(4, unit.first - inCell)}`,
    `cell:${rows[unit.row]?.row.cells.indexOf(cell as never)} ${hasMoney}`,
    ...above.map((text, up) => `above${up}:${text}`),
    ...cellTokens.map((token) => `c:${token}`),
    ...(hasMoney ? ['money'] : []),
    ...under(page, page.head, word).map((token) => `head:${token} ${hasMoney}`),
    `long:${Math.min(8, word?.text.length ?? 0)}`,
  ];
}
