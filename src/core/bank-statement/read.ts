import { unguarded } from '../csv.ts';
import { currencies, type Currency, type Minor, minor, ZERO } from '../money.ts';
import { parseAmount, parseDirection } from './amounts.ts';
import { findBreaks } from './balance.ts';
import { dateOrderOf, parseDay } from './dates.ts';
import { findHeader, isComplete, likeliestHeader } from './header.ts';
import {
  type ColumnMap,
  type ColumnRole,
  type DateOrder,
  MAX_STATEMENT_ROWS,
  type StatementLine,
  type StatementReading,
  type Unreadable,
} from './model.ts';

const SAMPLE_ROWS = 5;
const MAX_COLUMNS = 60;
const MAX_TEXT = 500;

/** Answers of its owner, where it could not be told from the file. */
export type Answers = { columns?: ColumnMap | undefined; dateOrder?: DateOrder | undefined };

type Row = { row: number; cells: string[] };
type Table = { rows: Row[]; columns: ColumnMap; dateOrder: DateOrder };

/** Reads the cells of a bank statement: finds its headings, days, amounts and balances. Pure; formulas are text. */
export function readStatement(
  cells: readonly string[][],
  answers: Answers = {},
): StatementReading | Unreadable {
  const all = cells.map((row) => row.slice(0, MAX_COLUMNS).map(cleanCell));
  const header = findHeader(all);
  const at = header?.at ?? likeliestHeader(all);
  const rows = all
    .map((row, index) => ({ row: index + 1, cells: row }))
    .slice(at + 1)
    .filter((row) => row.cells.some((cell) => cell !== ''));
  if (rows.length === 0) return 'empty';
  if (rows.length > MAX_STATEMENT_ROWS) return 'too_many_rows';
  const columns = answers.columns ?? header?.columns ?? {};
  const days = columns.day === undefined ? [] : rows.map(({ cells: row }) => row[columns.day ?? 0] ?? '');
  const order = answers.dateOrder ?? dateOrderOf(days);
  const table = { rows, columns, dateOrder: order ?? 'day_first' };
  const asked = isComplete(columns) ? (order === null ? 'date_order' : null) : 'columns';
  return {
    currency: currencyOf([...all.slice(0, at + 1), ...rows.slice(0, SAMPLE_ROWS).map((row) => row.cells)]),
    headings: all[at] ?? [],
    columns,
    dateOrder: table.dateOrder,
    question: asked,
    ...(asked === 'columns' ? { lines: [], breaks: [], unreadable: [] } : linesOf(table)),
    sample: rows.slice(0, SAMPLE_ROWS).map((row) => row.cells),
  };
}

const signs = { NGN: /₦|\bNGN\b|\bnaira\b/iu, USD: /\$|\bUSD\b|\bUS dollars?\b/iu };

/** The currency the rows above the table, its headings or its first amounts name; null for none or both. */
function currencyOf(cells: readonly string[][]): Currency | null {
  const text = cells.flat().join(' ');
  const named = currencies.filter((currency) => signs[currency].test(text));
  return named.length === 1 ? (named[0] ?? null) : null;
}

// Marks that turn the direction of writing make a name look like another.
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

const cleanCell = (cell: string): string =>
  unguarded(
    cell.trim().slice(0, MAX_TEXT).toWellFormed().replace(UNPRINTABLE, ' ').replace(/\s+/g, ' '),
  ).trim();

function linesOf(table: Table): Pick<StatementReading, 'lines' | 'breaks' | 'unreadable'> {
  const lines: StatementLine[] = [];
  const unreadable: number[] = [];
  const checked: Pick<StatementLine, 'row' | 'amount' | 'balance'>[] = [];
  const debitSign = debitSignOf(table);
  let waiting: string[] = [];
  for (const row of table.rows) {
    const read = lineOf(table, row, debitSign);
    if (read === 'words') waiting.push(textOf(table, row, 'narration'));
    else if (read === 'unreadable') unreadable.push(row.row);
    if (typeof read === 'string') continue;
    // Words on a row of their own belong to the line above, but not those below the last line.
    const above = lines.at(-1);
    if (above) above.narration = [above.narration, ...waiting].filter(Boolean).join(' ').slice(0, MAX_TEXT);
    waiting = [];
    checked.push(read);
    if (read.amount !== 0) lines.push(read);
  }
  return { lines, breaks: findBreaks(checked), unreadable };
}

const textOf = ({ columns }: Pick<Table, 'columns'>, { cells }: Row, role: ColumnRole): string => {
  const at = columns[role];
  // Banks write a number as text with an apostrophe before it, which spreadsheets hide.
  return at === undefined ? '' : (cells[at] ?? '').replace(/^'(?=\d)/, '');
};

function lineOf(table: Table, row: Row, debitSign: 1 | -1): StatementLine | 'words' | 'other' | 'unreadable' {
  const text = (role: ColumnRole) => textOf(table, row, role);
  const day = parseDay(text('day'), table.dateOrder);
  const money = amountOf(table, row, debitSign);
  const hasMoney = (['debit', 'credit', 'amount'] as const).some((role) => text(role) !== '');
  if (!day) {
    if (text('day') === '' && !hasMoney && text('balance') === '')
      return text('narration') === '' ? 'other' : 'words';
    // Sums at the foot name no day; a day that makes no sense is somebody's money.
    return /^[\d\s/.:-]{6,}$/.test(text('day')) && hasMoney ? 'unreadable' : 'other';
  }
  const balance = text('balance') === '' ? null : parseAmount(text('balance'));
  if (money === null || (balance === null && text('balance') !== '')) return 'unreadable';
  return {
    row: row.row,
    day,
    amount: money,
    narration: text('narration'),
    payer: text('payer'),
    reference: text('reference'),
    balance,
  };
}

function amountOf(table: Table, row: Row, debitSign: 1 | -1): Minor | null {
  const text = (role: ColumnRole) => textOf(table, row, role);
  if (table.columns.amount !== undefined) {
    const amount = parseAmount(text('amount'));
    const direction = parseDirection(text('direction'));
    if (amount === null || direction === 0) return amount;
    return minor(direction * Math.abs(amount) || 0);
  }
  const [debit, credit] = [parseAmount(text('debit')), parseAmount(text('credit'))];
  return debit === null || credit === null ? null : minor(credit - debitSign * debit || 0);
}

// Some banks write what went out with a minus although it stands in the column of what went out.
function debitSignOf(table: Table): 1 | -1 {
  const debits = table.rows
    .filter((row) => parseDay(textOf(table, row, 'day'), table.dateOrder))
    .map((row) => parseAmount(textOf(table, row, 'debit')) ?? ZERO)
    .filter((amount) => amount !== 0);
  return debits.length > 0 && debits.every((amount) => amount < 0) ? -1 : 1;
}
