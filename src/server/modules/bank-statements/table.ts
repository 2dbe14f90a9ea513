import type { ColumnType, Selectable } from 'kysely';
import type { CalendarDate } from '#core/dates.ts';
import type { Currency, Minor } from '#core/money.ts';

/** An account of the business itself, at any bank. */
type AccountTable = {
  business_id: string;
  id: string;
  currency: Currency;
  bank_name: string;
  last4: string;
  created_at: Date;
};

type ImportTable = {
  business_id: string;
  id: string;
  account_id: string;
  file_name: string;
  file_sha256: string;
  from_day: CalendarDate;
  to_day: CalendarDate;
  row_count: number;
  breaks: ColumnType<number[], string, never>;
  unreadable: ColumnType<number[], string, never>;
  imported_by: string;
  created_at: Date;
  cleared_at: Date | null;
};

type LineTable = {
  business_id: string;
  id: string;
  import_id: string;
  position: number;
  fingerprint: string;
  day: CalendarDate;
  amount_minor: Minor;
  narration: string;
  payer: string;
  reference: string;
  balance_minor: Minor | null;
  set_aside: 'ignored' | 'settlement' | null;
  note: string;
};

export type StatementTables = {
  bank_accounts_own: AccountTable;
  statement_imports: ImportTable;
  statement_lines: LineTable;
};

declare module '#server/kernel/db.ts' {
  interface Database extends StatementTables {}
}

export type AccountRow = Selectable<AccountTable>;
export type ImportRow = Selectable<ImportTable>;
export type LineRow = Selectable<LineTable>;
