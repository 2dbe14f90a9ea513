import type { Extraction } from '#contract/assistant.ts';
import type { CalendarDate } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import type { ReadPage } from '#server/kernel/ports/index.ts';
import type { SheetSums } from './closings.ts';
import { counted, type CountedRow, figuresOf } from './figures.ts';
import { currencyOf, datesOf, invoiceNumberOf } from './header.ts';
import { type Item, itemsOf } from './items.ts';
import { elect, electItems, electName } from './join.ts';
import { type Sheet, sheetsOf } from './layout.ts';
import { sameName } from './names.ts';
import { sumInWords } from './number-words.ts';
import { styleOf } from './numbers.ts';
import { customerOf, vendorOf } from './parties.ts';
import { purposeOf } from './purpose.ts';
import { isInvoiceLike } from './recognise.ts';
import { sumsOfReadings } from './totals.ts';
import { warningsOf } from './warnings.ts';

/** Context for reading a document. Our own names and contacts are never a customer's. */
export type About = {
  ownNames: readonly string[];
  ownContacts: readonly string[];
  today: CalendarDate;
  home: Currency;
};

type Read = SheetSums & {
  isInvoice: boolean;
  source: Sheet['source'];
  items: Item[];
  purpose: string | null;
  customer: ReturnType<typeof customerOf>;
  vendor: ReturnType<typeof vendorOf>;
  number: ReturnType<typeof invoiceNumberOf>;
  dates: ReturnType<typeof datesOf>;
  currency: ReturnType<typeof currencyOf>;
};

/** Extracts an invoice from a document's words; text in it is data, never an instruction. */
export function extractionOf(pages: readonly ReadPage[], about: About): Extraction {
  return readingOf(pages, about).extraction;
}

/** As `extractInvoice`, and whether the document is an invoice or a receipt at all. */
export function readingOf(
  pages: readonly ReadPage[],
  about: About,
): { recognised: boolean; extraction: Extraction } {
  const reads = sheetsOf(pages).map((sheet) => readSheet(sheet, about));
  return { recognised: reads.some((read) => read.isInvoice), extraction: joined(reads) };
}

function readSheet(sheet: Sheet, about: About): Read {
  const rows: CountedRow[] = counted(sheet, styleOf(sheet));
  const isOurs = (text: string) =>
    about.ownNames.some((name) => sameName(name, text)) ||
    about.ownContacts.some((contact) => contact.toLowerCase() === text.toLowerCase());
  const items = itemsOf(rows);
  const customer = customerOf(sheet, isOurs);
  const goods = new Set(items.filter((item) => item.proved).map((item) => item.row));
  const figures = figuresOf(rows).filter((figure) => !goods.has(figure.row));
  const dates = datesOf(sheet, about.today);
  return {
    source: sheet.source,
    isInvoice: isInvoiceLike(rows, figures, dates.all.length > 0),
    items,
    purpose: items.length > 0 ? null : purposeOf(sheet),
    figures,
    itemSum: items.length
      ? items.reduce((sum, item) => sum + Math.round((item.total ?? 0) * 100), 0) / 100
      : null,
    inWords: sumInWords(sheet),
    customer,
    vendor: vendorOf(sheet, customer.name?.name ?? null, isOurs),
    number: invoiceNumberOf(sheet),
    dates,
    currency: currencyOf(sheet, rows),
  };
}

// On the test documents no sender was right below this; a wrong name is worse than none.
const LEAST_SURE = 0.55;

function joined(reads: readonly Read[]): Extraction {
  const sums = sumsOfReadings(reads);
  const items = electItems(
    reads.map((read) => withPurpose(read, sums.total)),
    sums,
  );
  const customer = electName(reads.map((read) => read.customer.name));
  const likely = electName(reads.map((read) => read.vendor));
  const vendor = likely && likely.confidence >= LEAST_SURE ? likely : null;
  const number = elect(
    reads.map((read) => read.number && { value: read.number.number, confidence: read.number.confidence }),
  );
  const date = elect(
    reads.map(
      ({ dates: { issued } }) => issued && { value: issued.date, confidence: issued.plain ? 0.93 : 0.8 },
    ),
  );
  const due = elect(
    reads.map(({ dates: { due: day } }) => day && { value: day.date, confidence: day.plain ? 0.9 : 0.78 }),
  );
  const currency = elect(
    reads.map((read) => read.currency && { value: read.currency.code, confidence: read.currency.confidence }),
  );
  const confidence = {
    ...(customer && { customerName: customer.confidence }),
    ...(vendor && { vendorName: vendor.confidence }),
    ...(number && { invoiceNumber: number.confidence }),
    ...(date && { date: date.confidence }),
    ...(due && { dueDate: due.confidence }),
    ...(currency && { currency: currency.confidence }),
    ...sumConfidence(sums),
    ...Object.fromEntries(items.items.map((item, at) => [`items.${at}`, items.confidence(item)])),
  };
  const extraction: Extraction = {
    customerName: customer?.name ?? null,
    customerEmail: first(reads.map((read) => read.customer.email)),
    customerPhone: first(reads.map((read) => read.customer.phone)),
    vendorName: vendor?.name ?? null,
    invoiceNumber: number?.value ?? null,
    date: date?.value ?? null,
    dueDate: due?.value ?? null,
    currency: currency?.value ?? null,
    items: items.items.map(({ description, quantity, rate, total }) => ({
      description,
      quantity,
      rate,
      total,
    })),
    subtotal: sums.subtotal,
    discount: sums.discount,
    tax: sums.tax,
    total: sums.total,
    withholding: sums.withholding,
    amountPaid: sums.paid,
    confidence: rounded(confidence),
    warnings: [],
  };
  return { ...extraction, warnings: warningsOf(extraction, sums) };
}

// A receipt that states its purpose has one line over the full amount.
function withPurpose(read: Read, total: number | null): Read {
  if (read.purpose === null || total === null) return read;
  return {
    ...read,
    items: [{ description: read.purpose, quantity: null, rate: null, total, proved: false, row: 0 }],
  };
}

const first = (values: readonly (string | null)[]) => values.find((value) => value !== null) ?? null;
const rounded = (of: Record<string, number>) =>
  Object.fromEntries(Object.entries(of).map(([field, value]) => [field, Math.round(value * 100) / 100]));

function sumConfidence(sums: ReturnType<typeof sumsOfReadings>): Record<string, number> {
  const present = {
    total: sums.total,
    subtotal: sums.subtotal,
    discount: sums.discount,
    tax: sums.tax,
    withholding: sums.withholding,
    amountPaid: sums.paid,
  };
  return Object.fromEntries(
    Object.entries(sums.confidence).filter(([field]) => present[field as keyof typeof present] !== null),
  );
}
