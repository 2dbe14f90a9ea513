import type { ColumnType } from 'kysely';
import type { Currency } from '#core/money.ts';

/** What an activity is about; `amount_minor` in minor units of `currency`. */
export type ActivityMetadata = { customerName?: string; amountMinor?: number; currency?: Currency; invoiceId?: string; invoiceNumber?: string };

export type ActivityRow = {
  business_id: string; id: string; activity_type: string; description: string; status: 'success' | 'pending' | 'failed';
  metadata: ColumnType<ActivityMetadata, string, string>; created_at: Date;
};

export type ActivityTables = { activities: ActivityRow };
