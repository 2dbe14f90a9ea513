import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Currency, Minor } from '#core/money.ts';

type AccountRow = {
  id: string;
  business_id: string | null;
  currency: Currency;
  balance_minor: Generated<Minor>;
  may_be_negative: boolean;
};

type TransferRow = {
  sequence: Generated<number>;
  ref: string;
  debit_account: string;
  credit_account: string;
  currency: Currency;
  amount_minor: Minor;
  reason: string;
  cause: string;
  business_id: string | null;
  created_at: Date;
};

type FreezeTable = {
  id: string;
  reason: string;
  findings: ColumnType<{ id: string; breaches: string[] }[], string, never>;
  began_at: Date;
  ended_at: Date | null;
  end_reason: string | null;
};
export type FreezeRow = Selectable<FreezeTable>;

export type LedgerTables = {
  ledger_accounts: AccountRow;
  ledger_transfers: TransferRow;
  payout_freezes: FreezeTable;
};

declare module '#server/kernel/db.ts' {
  interface Database extends LedgerTables {}
}
