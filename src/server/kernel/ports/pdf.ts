import type { CalendarDate } from '#core/dates.ts';
import type { Currency, Minor } from '#core/money.ts';

/** Where somebody who holds a paper can check that it is genuine, and the code to type there. */
export type PaperCheck = { url: string; code: string };

/** All that a printed invoice shows. Amounts in minor units of `currency`; quantities as written. */
export type InvoiceDocument = {
  number: string;
  title: string;
  currency: Currency;
  issued: CalendarDate;
  due: CalendarDate;
  business: {
    id: string;
    name: string;
    addressLines: string[];
    email: string;
    phone: string | null;
    primaryColor: string;
    secondaryColor: string;
    logo: Uint8Array | null;
  };
  customer: { name: string; email: string };
  items: { description: string; quantity: string; rate: Minor; total: Minor }[];
  subtotal: Minor;
  discount: Minor;
  taxPercent: string;
  tax: Minor;
  total: Minor;
  paid: Minor;
  balance: Minor;
  bank: { bankName: string; accountNumber: string; accountName: string } | null;
  payUrl: string;
  terms: string;
  notes: string;
  check: PaperCheck;
  testMode: boolean;
  /** Null while something is owed. */
  paidOn: CalendarDate | null;
};

/** A day and a time of day (`14:05`) in the business's zone. */
type Moment = { date: CalendarDate; time: string };

/** All that the printed receipt of one payment shows. Amounts in minor units of `currency`. */
export type ReceiptDocument = {
  number: string;
  currency: Currency;
  business: InvoiceDocument['business'];
  customer: { name: string; email: string };
  amount: Minor;
  method: string;
  reference: string;
  paid: Moment;
  /** Who confirmed the payment, as people call them. */
  verified: Moment & { by: string };
  /** The invoice it was paid for. */
  invoice: { number: string; title: string };
  /** What that invoice still owes on a day; null for one that is owed no more because it was cancelled. */
  owed: { amount: Minor; on: CalendarDate } | null;
  /** What of it went to which invoice, and what is left for the customer. */
  shares: { number: string; amount: Minor }[];
  credit: Minor;
  refunded: { amount: Minor; on: CalendarDate } | null;
  receiptUrl: string;
  check: PaperCheck;
  testMode: boolean;
};

/** `change` in percent against as many months before; null without anything to compare with. */
type Figure<V> = { amount: V; change: number | null };

/** All that a printed report shows. Amounts in minor units of `currency`, rates in percent. */
export type ReportDocument = {
  business: {
    id: string;
    name: string;
    addressLines: string[];
    primaryColor: string;
    secondaryColor: string;
    logo: Uint8Array | null;
  };
  currency: Currency;
  months: number;
  from: CalendarDate;
  to: CalendarDate;
  /** When it was made, in the business's zone; `time` as `14:05`. */
  made: { date: CalendarDate; time: string };
  testMode: boolean;
  revenue: Figure<Minor>;
  invoicesSent: Figure<number>;
  successRate: Figure<number | null>;
  averageValue: Figure<Minor>;
  trend: { label: string; revenue: Minor; invoices: number }[];
  methods: { label: string; amount: Minor }[];
  statuses: { label: string; invoices: number }[];
  /** Those who paid most, of all time. */
  customers: { name: string; paid: Minor; invoices: number; average: Minor }[];
};

/** All that the poster of a counter shows. */
export type PosterDocument = {
  size: 'a4' | 'a6';
  business: Pick<InvoiceDocument['business'], 'id' | 'name' | 'primaryColor' | 'secondaryColor' | 'logo'>;
  /** What the code on it holds, and the same for people to type. */
  url: string;
  link: string;
  testMode: boolean;
};

export type PdfMaker = {
  invoice(document: InvoiceDocument): Promise<Uint8Array>;
  receipt(document: ReceiptDocument): Promise<Uint8Array>;
  report(document: ReportDocument): Promise<Uint8Array>;
  poster(document: PosterDocument): Promise<Uint8Array>;
};
