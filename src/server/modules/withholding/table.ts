import type { ColumnType, Selectable } from 'kysely';
import type { withholdingStates } from '#contract/withholding.ts';
import type { CalendarDate } from '#core/dates.ts';
import type { Minor } from '#core/money.ts';
import type { WithholdingKind } from '#core/tax-rates.ts';

type WithholdingTable = {
  business_id: string;
  id: string;
  invoice_id: string;
  kind: WithholdingKind;
  rate_bps: number;
  /** Without VAT. */
  base_minor: Minor;
  /** As declared, then as it is settled. */
  amount_minor: Minor;
  state: (typeof withholdingStates)[number];
  declared_by: 'owner' | 'payer';
  /** By whom it was withdrawn: one of them, or `settled`, as nothing of it was left to keep. */
  ended_by: ColumnType<
    'owner' | 'payer' | 'settled' | null,
    'owner' | 'payer' | 'settled' | null | undefined
  >;
  /** When the rest of the invoice came. */
  kept_at: Date | null;
  certificate_no: string | null;
  certificate_day: CalendarDate | null;
  /** The amount on it, which may be more than the invoice has room for. */
  certificate_minor: Minor | null;
  certificate_file_id: string | null;
  /** When the customer is next asked for it. */
  letter_at: Date | null;
  tax_year: number;
  created_at: Date;
  updated_at: Date;
};

export type Withholding = Selectable<WithholdingTable>;
export type WithholdingTables = { withholdings: WithholdingTable };

declare module '#server/kernel/db.ts' {
  interface Database extends WithholdingTables {}
}
