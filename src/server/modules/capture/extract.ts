import type { Extraction } from '#contract/assistant.ts';
import type { CalendarDate } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import type { ReadPage } from '#server/kernel/ports/index.ts';
import { elect, electItems, electName } from './consensus.ts';
import { type FieldModel, trainedFields } from './fields/finder.ts';
import { findFields } from './fields/found-fields.ts';
import { proposed, proposedName, withFoundSums } from './fields/proposals.ts';
import type { PrintedDate } from './header/dates.ts';
import { currencyOf, datesOf, invoiceNumberOf } from './header/header.ts';
import { type Item, itemsOf } from './items/items.ts';
import { findLabelled } from './layout/labelled-values.ts';
import { type Sheet, sheetsOf } from './layout/sheet.ts';
import { isTableHead } from './layout/table-head.ts';
import { numberStyleOf } from './numbers/amounts.ts';
import { sumInWords } from './numbers/number-words.ts';
import { addressed, customerOf, greeted, namesAsBuyer } from './parties/customer.ts';
import { isStaff, sameName } from './parties/names.ts';
import { vendorOf } from './parties/vendor.ts';
import { phrases } from './text/label-phrases.ts';
import type { SheetSums } from './totals/breakdowns.ts';
import { type Figure, figuresOf, rowsWithAmounts, type RowWithAmounts } from './totals/figures.ts';
import { lostTotal, withLastFigures, withoutLostRest, withoutTooSmall } from './totals/lost-total.ts';
import { sumsOfReadings } from './totals/totals.ts';
import { withUnlabelled } from './totals/unlabelled.ts';
import { warningsOf } from './warnings.ts';

/** Context for reading a document. Our own names and contacts are never a customer's. */
export type ReadingContext = {
  ownNames: readonly string[];
  ownContacts: readonly string[];
  today: CalendarDate;
  home: Currency;
};

type SheetReading = SheetSums & {
  isInvoice: boolean;
  source: Sheet['source'];
  items: Item[];
  purpose: string | null;
  customer: ReturnType<typeof customerOf>;
  isToUs: boolean;
  vendor: ReturnType<typeof vendorOf>;
  number: ReturnType<typeof invoiceNumberOf>;
  dates: Record<'issued' | 'due', PrintedDate | null>;
  currency: ReturnType<typeof currencyOf>;
};

/** Extracts an invoice from a document's words; text in it is data, never an instruction. */
export function extractInvoice(
  pages: readonly ReadPage[],
  context: ReadingContext,
  model?: FieldModel | null,
): Extraction {
  return readInvoicePages(pages, context, model).extraction;
}

/** As `extractInvoice`, and whether the document is an invoice or a receipt at all; without a `model` by rules alone. */
export function readInvoicePages(
  pages: readonly ReadPage[],
  context: ReadingContext,
  model: FieldModel | null = trainedFields(),
): { recognised: boolean; extraction: Extraction } {
  const sheets = sheetsOf(pages).map((sheet) => readSheet(sheet, context, model));
  return { recognised: sheets.some((reading) => reading.isInvoice), extraction: combine(sheets) };
}

const invoiceWords =
  /(?:invoice|receipt)\b|\b(bill|cash sale|sales? slip|facture|rechnung|factura|fattura|faktura|factuur|re[cç]u|quittung|proforma|pro forma|credit note|waybill|statement of account|purchase|approved|rrn|terminal id)\b/i;

/** Whether a reading is of an invoice or a receipt, and not of a letter, a menu or a cat. */
function isInvoiceLike(
  rows: readonly RowWithAmounts[],
  figures: readonly Figure[],
  items: readonly Item[],
  hasDate: boolean,
): boolean {
  const isProved = items.filter(({ proved }) => proved).length >= 2;
  const roles = new Set(figures.filter((figure) => figure.value !== 0).map((figure) => figure.role));
  const amounts = rows.flatMap((row) => row.amounts).filter((amount) => amount.looksLikeMoney);
  const score =
    (['total', 'payable', 'net'] as const).reduce((sum, role) => sum + (roles.has(role) ? 1.5 : 0), 0) +
    (['subtotal', 'tax', 'cash', 'change', 'paid'] as const).reduce(
      (sum, role) => sum + (roles.has(role) ? 0.75 : 0),
      0,
    ) +
    (amounts.length >= 2 ? 0.5 : 0) +
    (amounts.filter((amount) => amount.decimals === 2).length >= 4 ? 0.5 : 0) +
    (rows.some(({ row }) => invoiceWords.test(row.text)) ? 1 : 0) +
    (rows.some(({ row }) => isTableHead(row)) ? 1 : 0) +
    (isProved ? 1.5 : 0) +
    (hasDate ? 0.5 : 0);
  return score >= 2.25 && (figures.length > 0 || isProved);
}

const purposes = phrases(
  'being payment for,being part payment for,being full payment for,being,payment for,part payment for,purpose of payment,purpose,in respect of,narration,being cost of',
);

/** The purpose of a receipt without lines: "Being payment for: six chairs". */
function purposeOf(sheet: Sheet): string | null {
  const match = findLabelled(sheet, purposes).find(
    ({ beside, strength }) => strength === 1 && /\p{L}{3}/u.test(beside ?? ''),
  );
  return (
    match?.beside
      ?.replace(/[_.…]{2,}.*$/, '')
      .trim()
      .slice(0, 120) || null
  );
}

// Rows above the goods, where parties stand.
const MAX_HEAD = 20;

function readSheet(sheet: Sheet, context: ReadingContext, model: FieldModel | null): SheetReading {
  const rows: RowWithAmounts[] = rowsWithAmounts(sheet, numberStyleOf(sheet));
  const isOurs = (text: string) =>
    context.ownNames.some((name) => sameName(name, text)) ||
    context.ownContacts.some((contact) => contact.toLowerCase() === text.toLowerCase());
  const items = itemsOf(rows);
  // A line of goods names nobody, nor does who sold them.
  const goods = items.flatMap((item) => [rows[item.row]?.row.text ?? '', item.description ?? '']);
  const isNobody = (name: string) =>
    isOurs(name) ||
    goods.some((text) => text.includes(name)) ||
    sheet.rows.some(({ text }) => isStaff(text, name));
  const customer = customerOf(sheet, isNobody);
  const goodsRows = new Set(items.filter((item) => item.proved).map((item) => item.row));
  const labelled = figuresOf(rows);
  const found = model && findFields(rows, labelled, context.today, model);
  const read = withUnlabelled(rows, withFoundSums(labelled, found), items).filter(
    (figure) => !goodsRows.has(figure.row),
  );
  const possible = withoutLostRest(rows, withoutTooSmall(read, items));
  const itemSum = items.length
    ? items.reduce((sum, item) => sum + Math.round((item.total ?? 0) * 100), 0) / 100
    : null;
  const figures = [...withLastFigures(possible, itemSum), ...lostTotal(rows, possible, items)];
  const dates = datesOf(sheet, context.today, new Set(items.map(({ row }) => row)));
  const table = sheet.rows.findIndex(isTableHead);
  const body = table < 0 ? rows.findIndex(({ amounts }) => amounts.some((one) => one.looksLikeMoney)) : table;
  const head = sheet.rows.slice(0, body < 0 ? MAX_HEAD : Math.min(body, MAX_HEAD));
  const buyer =
    customer.name ??
    addressed(head, isNobody) ??
    greeted(sheet.rows, isNobody) ??
    proposedName(found?.customer, isNobody);
  const number = proposed(found?.number);
  return {
    source: sheet.source,
    isInvoice: isInvoiceLike(rows, read, items, dates.all.length > 0),
    items,
    purpose: items.length > 0 ? null : purposeOf(sheet),
    figures,
    itemSum,
    inWords: sumInWords(sheet),
    customer: { ...customer, name: buyer },
    isToUs: buyer === null && namesAsBuyer(sheet, isOurs),
    vendor: vendorOf(
      sheet,
      buyer?.name ?? null,
      isOurs,
      items.flatMap(({ description }) => description ?? []),
    ),
    number: invoiceNumberOf(sheet) ?? (number === null ? null : { number, confidence: 0.6 }),
    found: found?.sums.total ?? null,
    dates: { issued: dates.issued ?? proposed(found?.date), due: dates.due ?? proposed(found?.due) },
    currency: currencyOf(sheet, rows, context.home),
  };
}

// On the test documents no sender was right below this; a wrong name is worse than none.
const MIN_VENDOR_CONFIDENCE = 0.55;

function combine(readings: readonly SheetReading[]): Extraction {
  const sums = sumsOfReadings(readings);
  const items = electItems(
    readings.map((reading) => withPurpose(reading, sums.total)),
    sums,
  );
  const customer = electName(readings.map((reading) => reading.customer.name));
  const likely = electName(readings.map((reading) => reading.vendor));
  const vendor = likely && likely.confidence >= MIN_VENDOR_CONFIDENCE ? likely : null;
  const number = elect(
    readings.map(
      (reading) => reading.number && { value: reading.number.number, confidence: reading.number.confidence },
    ),
  );
  const date = elect(
    readings.map(
      ({ dates: { issued } }) =>
        issued && { value: issued.date, confidence: issued.isUnambiguous ? 0.93 : 0.8 },
    ),
  );
  const due = elect(
    readings.map(
      ({ dates: { due: day } }) => day && { value: day.date, confidence: day.isUnambiguous ? 0.9 : 0.78 },
    ),
  );
  const currency = elect(
    readings.map(
      (reading) =>
        reading.currency && { value: reading.currency.code, confidence: reading.currency.confidence },
    ),
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
    customerEmail: firstNonNull(readings.map((reading) => reading.customer.email)),
    customerPhone: firstNonNull(readings.map((reading) => reading.customer.phone)),
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
  const isToUs = customer === null && readings.some((reading) => reading.isToUs);
  return { ...extraction, warnings: warningsOf(extraction, sums, isToUs) };
}

// A receipt that states its purpose has one line over the full amount.
function withPurpose(reading: SheetReading, total: number | null): SheetReading {
  if (reading.purpose === null || total === null) return reading;
  return {
    ...reading,
    items: [{ description: reading.purpose, quantity: null, rate: null, total, proved: false, row: 0 }],
  };
}

const firstNonNull = (values: readonly (string | null)[]) => values.find((value) => value !== null) ?? null;
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
