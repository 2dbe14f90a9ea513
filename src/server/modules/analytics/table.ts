import type { CalendarDate } from '#core/dates.ts';
import type { Currency, Minor } from '#core/money.ts';

/** Aggregates maintained by database triggers; read only here. */
type InvoiceFiguresRow = {
  business_id: string;
  currency: Currency;
  issue_month: CalendarDate;
  /** Of open invoices; the others share 1970-01-01. */
  due_date: CalendarDate;
  state: 'pending' | 'open' | 'paid' | 'credited' | 'written_off';
  invoices: number;
  total_minor: Minor;
  paid_minor: Minor;
  balance_minor: Minor;
};
type InvoiceDayRow = {
  business_id: string;
  currency: Currency;
  day: CalendarDate;
  issued: number;
  issued_minor: Minor;
  settled: number;
  settled_seconds: number;
  unpaid_minor: Minor;
  /** How many of those issued are not settled. */
  unpaid: number;
};
type PaymentDayRow = {
  business_id: string;
  currency: Currency;
  day: CalendarDate;
  /** As the provider named it; `hand:` stands before what somebody typed, `statement:` before what the bank's statement showed. */
  method: string;
  status: string;
  payments: number;
  amount_minor: Minor;
};
type CustomerFiguresRow = {
  business_id: string;
  currency: Currency;
  customer_id: string;
  invoices: number;
  invoiced_minor: Minor;
  received_minor: Minor;
  owed_minor: Minor;
  last_paid_at: Date | null;
};

export type AnalyticsTables = {
  invoice_figures: InvoiceFiguresRow;
  invoice_days: InvoiceDayRow;
  payment_days: PaymentDayRow;
  customer_figures: CustomerFiguresRow;
};

declare module '#server/kernel/db.ts' {
  interface Database extends AnalyticsTables {}
}
