import type { ColumnType, Selectable } from 'kysely';
import type { activityTypes } from '#contract/activities.ts';
import type { Currency, Minor } from '#core/money.ts';

/** Subject of an activity; `amount_minor` in minor units of `currency`. */
export type ActivityMetadata = {
  customerName?: string;
  amountMinor?: Minor;
  currency?: Currency;
  invoiceId?: string;
  invoiceNumber?: string;
  quoteId?: string;
  /** The record it began, which ends it; stays inside. */
  sourceId?: string;
};

export type ActivityTable = {
  business_id: string;
  id: string;
  activity_type: (typeof activityTypes)[number];
  description: string;
  status: 'success' | 'pending' | 'failed';
  metadata: ColumnType<ActivityMetadata, string, string>;
  created_at: Date;
};

export type ActivityTables = { activities: ActivityTable };

declare module '#server/kernel/db.ts' {
  interface Database extends ActivityTables {}
}

export type ActivityRow = Selectable<ActivityTable>;
