import type { CalendarDate } from '#core/dates.ts';
import type { PrintedDocument } from '#core/invoice/document.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { Table } from '#core/tables.ts';
import type { Turn } from '#server/workers/pool.ts';

/** Where a holder of a document can verify it, and the code to type there. */
export type DocumentVerification = { url: string; code: string };

/** A business as its documents print it. */
export type PrintedBusiness = {
  id: string;
  name: string;
  addressLines: string[];
  /** The numbers by which tax office and registrar know it. */
  taxLines: string[];
  email: string;
  phone: string | null;
  primaryColor: string;
  secondaryColor: string;
  logo: Uint8Array | null;
};

/** A printed invoice or credit note: its document, and what only paper has. */
export type PrintedInvoice = {
  document: PrintedDocument;
  business: PrintedBusiness;
  payUrl: string;
  check: DocumentVerification;
  testMode: boolean;
};

/** A day and a time of day (`14:05`) in the business's zone. */
type Moment = { date: CalendarDate; time: string };

/** Content of the printed receipt of one payment. Amounts in minor units of `currency`. */
export type ReceiptDocument = {
  number: string;
  currency: Currency;
  business: PrintedBusiness;
  customer: { name: string; email: string };
  amount: Minor;
  method: string;
  reference: string;
  /** Without a time where only the day is known. */
  paid: Omit<Moment, 'time'> & { time: string | null };
  /** Display name of the provider that confirmed the payment; null where none did. */
  verified: (Moment & { by: string }) | null;
  /** Where none did: the sentence that says so. */
  recorded: string | null;
  /** Taken back since. */
  undone: boolean;
  /** The invoice it was paid for. */
  invoice: { number: string; title: string };
  /** The sum asked for on the invoice on a day, and the tax its payer keeps or said they keep; null for one cancelled since. */
  owed: { amount: Minor; on: CalendarDate } | null;
  tax: { amount: Minor; isKept: boolean } | null;
  /** The discount for paying early that the payment took, and the sentence on one that is still open; empty without. */
  early: Minor;
  offer: string;
  /** The allocation of the payment to invoices, and the customer's remaining credit. */
  shares: { number: string; amount: Minor }[];
  credit: Minor;
  /** The part of that credit that is on its way back. */
  returning: Minor;
  /** The part paid for the provider's fee. */
  surcharge: Minor;
  refunded: { amount: Minor; on: CalendarDate; returned: boolean } | null;
  receiptUrl: string;
  check: DocumentVerification;
  testMode: boolean;
};

/** `change` in percent against as many months before; null without anything to compare with. */
type Figure<V> = { amount: V; change: number | null };

/** Content of a printed report. Amounts in minor units of `currency`, rates in percent. */
export type ReportDocument = {
  business: Omit<PrintedBusiness, 'email' | 'phone' | 'taxLines'>;
  currency: Currency;
  months: number;
  from: CalendarDate;
  to: CalendarDate;
  /** Time of creation, in the business's zone; `time` as `14:05`. */
  made: { date: CalendarDate; time: string };
  testMode: boolean;
  revenue: Figure<Minor>;
  invoicesSent: Figure<number>;
  successRate: Figure<number | null>;
  averageValue: Figure<Minor>;
  trend: { label: string; revenue: Minor; invoices: number }[];
  methods: { label: string; amount: Minor }[];
  statuses: { label: string; invoices: number }[];
  /** Top customers, of all time. */
  customers: { name: string; paid: Minor; invoices: number; average: Minor }[];
};

/** Content of printed tables, one below the other. Amounts in minor units of `currency`. */
export type TableDocument = Pick<ReportDocument, 'business' | 'currency' | 'made' | 'testMode'> & {
  title: string;
  /** The line under the title. */
  about: string;
  tables: Table[];
  /** The sentence in place of tables where there are none. */
  empty: string;
};

/** Content of a point-of-sale poster. */
export type PosterDocument = {
  size: 'a4' | 'a6';
  business: Pick<PrintedBusiness, 'id' | 'name' | 'primaryColor' | 'secondaryColor' | 'logo'>;
  /** The QR code's address, and a short form for people to type. */
  url: string;
  link: string;
  testMode: boolean;
};

/** Refuses with `unavailable` while too many are being printed. */
export type PdfMaker = {
  /** Of the way documents are set: with another one, they look different. */
  version: string;
  invoice(printed: PrintedInvoice, turn: Turn): Promise<Uint8Array>;
  receipt(document: ReceiptDocument, turn: Turn): Promise<Uint8Array>;
  report(document: ReportDocument, turn: Turn): Promise<Uint8Array>;
  table(document: TableDocument, turn: Turn): Promise<Uint8Array>;
  poster(document: PosterDocument, turn: Turn): Promise<Uint8Array>;
};
