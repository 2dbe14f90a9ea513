import type { ColumnType, Generated, Selectable } from 'kysely';
import type { shareWays } from '#contract/invoices.ts';
import type { CalendarDate } from '#core/dates.ts';
import type { Currency, Minor } from '#core/money.ts';

/** The account shown on an invoice, as it was when the invoice was made. */
export type PayTo = { bankName: string; accountNumber: string; accountName: string; bankCode: string };

/** The same in its row: `accountNumber` is sealed, `last4` are its last digits. */
export type KeptPayTo = PayTo & { last4: string };

export type InvoiceRow = {
  business_id: string;
  id: string;
  public_id: string;
  number: string;
  currency: Currency;
  customer_id: string;
  customer_name: string;
  customer_email: string;
  title: string;
  description: string;
  payment_terms: string;
  notes: string;
  subtotal_minor: Minor;
  discount_minor: Minor;
  tax_bps: number;
  tax_minor: Minor;
  total_minor: Minor;
  paid_minor: ColumnType<Minor, Minor | undefined, Minor>;
  issue_date: CalendarDate;
  due_date: CalendarDate;
  pay_to: ColumnType<KeptPayTo | PayTo | null, string | null, never>;
  sent_at: Date | null;
  paid_at: Date | null;
  deleted_at: Date | null;
  created_at: Date;
  /** By which anybody can check the paper; made by the database. */
  paper_code: Generated<string>;
  /** When the ladder of reminders looks at it next. */
  remind_at: Generated<Date>;
};

/** A reminder that went; `step` of its ladder, null by hand. */
export type ReminderRow = {
  business_id: string;
  id: string;
  invoice_id: string;
  customer_id: string;
  /** '' where its sender chose the chat. */
  address: string;
  channel: 'email' | 'whatsapp';
  sender: 'hand' | 'tap' | 'ladder';
  step: string | null;
  sent_at: Date;
};

export type InvoiceItemRow = {
  business_id: string;
  invoice_id: string;
  position: number;
  description: string;
  quantity_micro: number;
  rate_minor: Minor;
  total_minor: Minor;
};

export type Invoice = Omit<Selectable<InvoiceRow>, 'paper_code' | 'remind_at'>;
export type InvoiceItem = Omit<InvoiceItemRow, 'business_id' | 'invoice_id'>;

/** A sale at the counter. Its invoice is marked as deleted until money comes for it. */
export type CounterSaleRow = {
  business_id: string;
  invoice_id: string;
  /** The form it was asked for with. */
  mark: string;
  /** Null once money came. */
  waits_until: Date | null;
  opened_at: Date;
};

export type ShareWay = (typeof shareWays)[number];

/** That an owner began to hand out an invoice's link by themselves. */
export type InvoiceShareRow = {
  business_id: string;
  id: string;
  invoice_id: string;
  way: ShareWay;
  shared_at: Date;
};

export type InvoiceTables = {
  invoice_shares: InvoiceShareRow;
  counter_sales: CounterSaleRow;
  invoices: InvoiceRow;
  invoice_items: InvoiceItemRow;
  reminders: ReminderRow;
};
