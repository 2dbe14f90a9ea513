import { type LabelPhrases, matchLabel } from '../text/label-phrases.ts';
import { type Cell, heightOf, type Row, type Sheet } from './sheet.ts';
import { isTableHead } from './table-head.ts';

/** Value of a label: in its cell, right of it, or below it. `under` are all lines below, nearest first. */
export type LabelledValue = {
  strength: number;
  beside: string | null;
  /** The value beside it is hardly farther than some letters. */
  isClose: boolean;
  /** It may be the head of a column, whose value stands below it. */
  isHead: boolean;
  /** Cells of its row. */
  columns: number;
  /** Beside its value stands another pair: "Account name | Ada | Account number | 10/23". */
  isListed: boolean;
  under: string[];
  row: number;
  cell: Cell;
};

/** Every place where one of the phrases is a label. */
export function findLabelled(sheet: Sheet, known: LabelPhrases): LabelledValue[] {
  return sheet.rows.flatMap((row, at) =>
    row.cells.flatMap((cell, index) => {
      const match = matchLabel(cell.text, known);
      if (!match) return [];
      // "Buyer (Bill to)" is one label, and so is "Owner/Occupier:".
      const more = matchLabel(match.rest.replace(/^\//, ''), known);
      const isTwice = more?.rest === '' || (more && match.rest.startsWith('/'));
      // "Date / التاريخ": the label again, in a language that is not known.
      const next = valueBeside(sheet, at, index);
      const isTranslated = !isTwice && next !== '' && /^\/ ?\S+$/.test(match.rest);
      const beside =
        (isTwice ? more.rest : isTranslated ? '' : match.rest.replace(/^\/ ?\p{L}{2,20}:\s*/u, '')) || next;
      return [
        {
          strength: match.strength,
          beside: beside || null,
          isClose: gapAfter(row, index) < 6 * heightOf(row),
          isHead: isHead(sheet, at, cell),
          columns: row.cells.length,
          isListed: isListed(sheet, at, index),
          under: linesUnder(sheet, at, cell),
          row: at,
          cell,
        },
      ];
    }),
  );
}

function isHead({ rows }: Sheet, at: number, cell: Cell): boolean {
  const cells = rows[at]?.cells ?? [];
  const next = cells[cells.indexOf(cell) + 1]?.text ?? '';
  if (/[:.]$/.test(cell.text) || next.startsWith(':')) return false;
  return rows.slice(at + 1, at + 3).some((below) => startsUnder(below, cell));
}

function isListed({ rows }: Sheet, at: number, index: number): boolean {
  const pairs = (rows[at]?.cells ?? []).slice(index);
  const next = pairs[3]?.text ?? '';
  const isAligned = (other: Row | undefined) =>
    other !== undefined && pairs.every((cell) => startsUnder(other, cell));
  return pairs.length === 4 && /\d/.test(next) && (isAligned(rows[at + 1]) || isAligned(rows[at - 1]));
}

function gapAfter({ cells }: Row, index: number): number {
  const [cell, next] = [cells[index], cells[index + 1]];
  return cell && next ? next.left - cell.right : Infinity;
}

function valueBeside({ rows }: Sheet, at: number, index: number): string {
  const row = rows[at];
  const next = row?.cells[index + 1];
  if (!row || !next) return '';
  // On a narrow screen the value stands at the right edge, not many letters away.
  const reach = row.cells.length === 2 ? Math.max(400, 22 * heightOf(row)) : 400;
  const isPair = [rows[at - 1], rows[at + 1]].some((other) => other && endsAlike(row, other));
  return isPair || gapAfter(row, index) <= reach ? next.text.replace(/^[\s:#.-]+/, '') : '';
}

// Labels at the left edge, their values at the right, and no block with labels of its own.
const endsAlike = (row: Row, other: Row): boolean =>
  [row, other].every(({ cells }) => cells.length === 2 && !cells[1]?.text.includes(':')) &&
  Math.abs(row.left - other.left) < 12 &&
  Math.abs(row.right - other.right) < 12;

/** The lines of the block below a cell, as long as they follow closely and begin about where it does. */
const MOST_LINES_UNDER = 6;

function linesUnder(sheet: Sheet, at: number, cell: Cell): string[] {
  const lines: string[] = [];
  let bottom = sheet.rows[at]?.bottom ?? 0;
  for (const row of sheet.rows.slice(at + 1, at + 1 + 2 * MOST_LINES_UNDER)) {
    if (lines.length >= MOST_LINES_UNDER || row.top - bottom > 3 * heightOf(row) || isTableHead(row)) break;
    const below = cellUnder(row, cell);
    if (!below) continue;
    lines.push(keyAndValue(row, below));
    bottom = row.bottom;
  }
  return lines;
}

// "Name:" and what stands in the next column are one line.
function keyAndValue(row: Row, cell: Cell): string {
  const next = row.cells[row.cells.indexOf(cell) + 1];
  if (!next || next.left - cell.right > 420) return cell.text;
  if (next.text.startsWith(':')) return `${cell.text} ${next.text}`;
  return cell.text.endsWith(':') ? `${cell.text} ${next.text}` : cell.text;
}

function cellUnder(row: Row, cell: Cell): Cell | undefined {
  return (
    startsUnder(row, cell) ??
    row.cells.find((one) => one.left < cell.right && one.right > cell.left && one.left > cell.left - 60)
  );
}

const startsUnder = (row: Row, cell: Cell): Cell | undefined =>
  row.cells.find((one) => Math.abs(one.left - cell.left) < 35);
