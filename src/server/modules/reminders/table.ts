import type { ColumnType, Selectable } from 'kysely';
import type { CalendarDate } from '#core/dates.ts';
import type { Language } from '#core/languages.ts';
import type { Minor } from '#core/money.ts';

/** An invoice whose owner was notified that it is overdue. */
type OverdueNoticeRow = { business_id: string; invoice_id: string; noticed_at: Date };

type ReminderSettingsRow = {
  business_id: string;
  mode: 'off' | 'prepare' | 'automatic';
  steps: ColumnType<number[], string, string>;
  hour: number;
  quiet_from: number;
  quiet_until: number;
  weekends: boolean;
  email: boolean;
  whatsapp: boolean;
  weekly_cap: number;
  language: Language;
  since: Date | null;
  updated_at: Date;
};

/** Reason an invoice's reminders are paused. */
export type StopReason =
  | 'off'
  | 'switched_off'
  | 'partly_paid'
  | 'promised'
  | 'claimed'
  | 'charging'
  | 'covered';

/** Reason a step was skipped. */
export type SkipReason =
  | StopReason
  | 'passed'
  | 'too_late'
  | 'superseded'
  | 'not_sent'
  | 'paid'
  | 'deleted'
  | 'stopped'
  | 'by_owner';

export type StepState = 'planned' | 'queued' | 'done' | 'skipped';

/** State of one step of an invoice's dunning schedule. */
export type ReminderStepRow = {
  business_id: string;
  invoice_id: string;
  step: string;
  id: string;
  customer_id: string;
  state: StepState;
  why: SkipReason | null;
  day: CalendarDate;
  made_at: Date;
  settled_at: Date | null;
  /** Its owner's words for this one message; `{amount}` stands for what is owed. */
  words: string | null;
};

type PromiseRow = {
  business_id: string;
  id: string;
  invoice_id: string;
  customer_id: string;
  promised_for: CalendarDate;
  amount_minor: Minor;
  note: string;
  made_at: Date;
  ended_at: Date | null;
  ended_by: 'withdrawn' | 'moved' | null;
};

/** Per-invoice reminder settings. */
type ReminderInvoiceRow = {
  business_id: string;
  invoice_id: string;
  off: boolean;
  resumed_paid_minor: Minor;
  since: Date;
  /** A due date that was set after the invoice was settled. */
  moved_to: ColumnType<CalendarDate | null, CalendarDate | null | undefined, CalendarDate | null>;
};

export type PromiseRecord = Selectable<PromiseRow>;

export type ReminderTables = {
  overdue_notices: OverdueNoticeRow;
  reminder_settings: ReminderSettingsRow;
  reminder_steps: ReminderStepRow;
  promises: PromiseRow;
  reminder_invoices: ReminderInvoiceRow;
};

declare module '#server/kernel/db.ts' {
  interface Database extends ReminderTables {}
}
