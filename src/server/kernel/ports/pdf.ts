import type { CalendarDate } from '#core/dates.ts';
import type { PrintedDocument } from '#core/invoice/document.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { ReceiptDocument } from '#core/receipt/document.ts';
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

/** A printed receipt: its document, and what only paper has. */
export type PrintedReceipt = {
  document: ReceiptDocument;
  business: PrintedBusiness;
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
  receipt(printed: PrintedReceipt, turn: Turn): Promise<Uint8Array>;
  report(document: ReportDocument, turn: Turn): Promise<Uint8Array>;
  table(document: TableDocument, turn: Turn): Promise<Uint8Array>;
  poster(document: PosterDocument, turn: Turn): Promise<Uint8Array>;
};
