import type { CalendarDate } from '../dates.ts';
import type { Currency, Minor } from '../money.ts';

export const columnRoles = [
  'day',
  'narration',
  'payer',
  'reference',
  'debit',
  'credit',
  'amount',
  'direction',
  'balance',
] as const;

/** Role of a column of a statement. `direction` says of an unsigned amount whether it came or went. */
export type ColumnRole = (typeof columnRoles)[number];

/** Which column, counted from 0, has which role. */
export type ColumnMap = Partial<Record<ColumnRole, number>>;

export const dateOrders = ['day_first', 'month_first'] as const;

/** How `03/04/2026` is meant: the 3rd of April, or the 4th of March. */
export type DateOrder = (typeof dateOrders)[number];

/** One movement of the account, in minor units: what came is above zero, what went below. */
export type StatementLine = {
  /** As the spreadsheet counts it, from 1. */
  row: number;
  day: CalendarDate;
  amount: Minor;
  narration: string;
  payer: string;
  reference: string;
  /** Money in the account after it; null where the statement does not say. */
  balance: Minor | null;
};

/** Question to be answered before a statement can be read. */
export type Question = 'columns' | 'date_order';

/** A statement as far as it could be read. */
export type StatementReading = {
  /** As the file says it; null where it does not. */
  currency: Currency | null;
  /** The cells of the heading row; empty where none was found. */
  headings: string[];
  columns: ColumnMap;
  dateOrder: DateOrder;
  question: Question | null;
  lines: StatementLine[];
  /** Rows that do not follow from the balance before: cut out or changed. */
  breaks: number[];
  /** Rows with a day whose amount, or with an amount whose day, makes no sense. */
  unreadable: number[];
  /** The first rows below the headings as they stand in the file. */
  sample: string[][];
};

export type Unreadable =
  | 'too_large'
  | 'too_many_rows'
  | 'old_excel'
  | 'pdf'
  | 'locked'
  | 'not_a_list'
  | 'empty';

/** Lines of one statement at most. */
export const MAX_STATEMENT_ROWS = 5_000;
/** Bytes of one statement at most. */
export const MAX_STATEMENT_BYTES = 5 * 1024 * 1024;
