import { type CalendarDate, dateIn, formatDate, UNDATED } from '../dates.ts';
import type { ToldEarly } from '../early-payment.ts';
import { fill } from '../fill.ts';
import type { Language } from '../languages.ts';
import { type Currency, formatMoney, type Minor, subtract, ZERO } from '../money.ts';
import type { TaxCode } from '../totals.ts';
import { keptTaxLabels } from './labels-kept-tax.ts';
import { invoiceLabels, type LabelKey, type Labels } from './labels.ts';
import { type DocumentPart, documentParts, partLabels, type PartFacts } from './payment-parts.ts';
import type { InvoiceText } from './texts.ts';

/** An invoice as its document needs it: amounts in minor units, the tax rate in basis points. */
export type InvoiceFacts = Readonly<Record<InvoiceText, string>> & {
  invoiceNumber: string;
  currency: Currency;
  status: 'pending' | 'sent' | 'paid' | 'due' | 'overdue' | 'credited' | 'written_off' | 'deleted';
  date: CalendarDate;
  dueDate: CalendarDate;
  /** When it was settled, in whichever way. */
  paidAt: Date | null;
  customerName: string;
  customerEmail: string;
  subtotal: Minor;
  discount: Minor;
  taxRate: number;
  /** Whether rates, lines, subtotal and discount hold the tax. */
  pricesIncludeTax?: boolean | undefined;
  tax: Minor;
  totalAmount: Minor;
  amountPaid: Minor;
  /** Settled without money; left out where nothing was. */
  credited?: Minor | undefined;
  withheld?: Minor | undefined;
  writtenOff?: Minor | undefined;
  /** Tax its customer keeps or may keep: the rate in basis points, and what is asked for then. */
  withholding?: { rate: number; net: Minor } | null | undefined;
  earlyPayment?: ToldEarly | null | undefined;
  balance: Minor;
  /** The parts it is paid in; left out where it is paid in one. */
  schedule?: readonly PartFacts[] | undefined;
  /** The own account, where it stands on documents. */
  bankDetails: BankAccount | null;
  /** Of a part of a quote: the quote's number, and the place among its parts. */
  quotePart?: { quoteId: string; quoteNumber: string; part: number } | null | undefined;
  /** 1 until it is changed after sending. */
  revision: number;
  /** When the revision took the place of the one before. */
  changedAt: Date | null;
  /** When a later revision took its place; left out on the current one. */
  replacedAt?: Date;
};

/**
 * One line: `quantity` in millionths of a unit, amounts in minor units; `discount` is taken off already, and in
 * `discountPercent` basis points where it was entered so. It is `standard` unless it says otherwise.
 */
export type InvoiceLine = {
  description: string;
  quantity: number;
  rate: Minor;
  total: Minor;
  discount?: Minor;
  discountPercent?: number | null;
  taxCode?: TaxCode;
};

/** A line as it is read: `note` says what is special in its price, and is mostly blank. */
export type DocumentLine = Pick<InvoiceLine, 'description' | 'quantity' | 'rate' | 'total'> & {
  note: string;
};

/** The issuer; without a time zone its days are those of Lagos. */
export type DocumentIssuer = { name: string; timeZone?: string };

type BankAccount = { bankName: string; accountNumber: string; accountName: string };
export type Fact = { key: LabelKey; label: string; value: string };
export type DateFact = Fact & { date: CalendarDate };
/** One row of the totals in minor units; what is taken off is negative. */
export type TotalRow = { key: LabelKey; label: string; amount: Minor };

/** An invoice as a customer reads it, in one language, before any renderer has laid it out. */
export type InvoiceDocument = {
  kind: 'invoice';
  language: Language;
  labels: Labels;
  number: string;
  revision: number;
  currency: Currency;
  title: string;
  description: string;
  from: string;
  to: { name: string; lines: readonly string[] };
  issued: DateFact;
  due: DateFact;
  /** References by which the customer's books know the invoice. */
  references: readonly Fact[];
  lines: readonly DocumentLine[];
  /** From the subtotal down; the last row is what is to be paid. */
  totals: readonly TotalRow[];
  /** The sum asked for now, or paid: of one in parts the part whose turn it is, as the day it is due on. */
  headline: TotalRow;
  /** The parts it is paid in; empty where it is paid in one. */
  parts: readonly DocumentPart[];
  terms: Fact | null;
  notes: Fact | null;
  /** The one account to transfer to, and what it is called. */
  bank: (BankAccount & { label: string }) | null;
  status: {
    /** Null unless money settled it. */
    paid: DateFact | null;
    cancelled: boolean;
    /** True on a revision that is not the current one. */
    replaced: boolean;
    /** True before the invoice is sent. */
    draft: boolean;
  };
};

/** A document on paper: an invoice, a quote with the day it ends, or a credit note, which is never due. */
export type PrintedDocument = Omit<InvoiceDocument, 'kind' | 'due' | 'status'> & {
  kind: 'invoice' | 'creditNote' | 'quote' | 'estimate' | 'proforma';
  due: DateFact | null;
  /** `withdrawn`: of a credit note or a quote that no longer counts; `accepted`: of a quote. */
  status: InvoiceDocument['status'] & { withdrawn?: boolean; accepted?: boolean };
  /** Of a quote: the person who accepted it, when, and under which order number. */
  acceptance?: {
    label: string;
    name: string;
    reference: string;
    /** The code by email that confirmed it, as a sentence; blank where none was asked for. */
    confirmed: string;
    /** Drawn by hand: path data, and what it is called. */
    signature: string | null;
    signed: string;
  } | null;
};

/**
 * A sentence with the sum to pay where tax is kept of the balance that is asked for; blank where all of that is paid: tax comes off the
 * last parts, so one that is less than the whole without it is asked for as it is.
 */
export function netSentence(
  { withholding, balance, currency }: Pick<InvoiceFacts, 'withholding' | 'balance' | 'currency'>,
  { payNet }: Pick<Labels, 'payNet'>,
): string {
  if (!withholding || withholding.net >= balance) return '';
  const { net, rate } = withholding;
  return fill(payNet, { percent: String(rate / 100), amount: formatMoney(net, currency) });
}

/** A sentence with the day until which less is paid, and how much; blank where no such offer is open. */
export function earlySentence(
  { earlyPayment, currency }: Pick<InvoiceFacts, 'earlyPayment' | 'currency'>,
  language: Language,
): string {
  if (earlyPayment?.state !== 'open') return '';
  const { percent, until, amount, net } = earlyPayment;
  return fill(invoiceLabels[language].payEarly, {
    date: formatDate(until, language),
    percent: String(percent / 100),
    amount: formatMoney(amount, currency),
    net: formatMoney(net, currency),
  });
}

const termsOf = (row: InvoiceFacts, labels: Labels, language: Language): string =>
  [earlySentence(row, language), netTerms(row, labels, language), row.paymentTerms]
    .filter((text) => text !== '')
    .join('\n');

function netTerms(row: InvoiceFacts, labels: Labels, language: Language): string {
  const { withholding, balance, currency } = row;
  const sentence = netSentence({ ...row, balance: askedOf(row) }, labels);
  if (sentence !== '' || !withholding || withholding.net >= balance) return sentence;
  return fill(keptTaxLabels[language], {
    percent: String(withholding.rate / 100),
    tax: formatMoney(subtract(balance, withholding.net), currency),
  });
}

// The part whose turn it is; all of it where nobody asked for that yet.
function askedOf({ schedule = [], balance }: InvoiceFacts): Minor {
  const next = schedule.find(({ paid = ZERO, sum }) => paid < sum);
  return next?.day ? subtract(next.sum, next.paid ?? ZERO) : balance;
}

/** Every fact of an invoice with its label, for the pay page, the screen and the PDF. */
export function invoiceDocument(
  row: InvoiceFacts,
  lines: readonly InvoiceLine[],
  business: DocumentIssuer,
  language: Language,
): InvoiceDocument {
  const labels = invoiceLabels[language];
  const fact = (key: LabelKey, value: string) => ({ key, label: labels[key], value });
  const unlessBlank = (key: LabelKey, value: string) => (value === '' ? null : fact(key, value));
  const day = (key: LabelKey, date: CalendarDate) => ({ ...fact(key, formatDate(date, language)), date });
  return {
    kind: 'invoice',
    language,
    labels,
    number: row.invoiceNumber,
    revision: row.revision,
    currency: row.currency,
    title: row.title,
    // A form left without one repeats the title.
    description: row.description === row.title ? '' : row.description,
    from: business.name,
    to: { name: row.customerName, lines: row.customerEmail === '' ? [] : [row.customerEmail] },
    issued: day('issued', row.date),
    due: dueOf(row, language),
    references: [
      ...(row.poNumber ? [fact('poNumber', row.poNumber)] : []),
      ...partFacts(row.quotePart, labels),
      ...revisionFacts(row, business, language).map(({ key, value }) => fact(key, value)),
    ],
    lines: lines.map((line) => documentLine(line, labels, row.currency)),
    totals: totalRows(row, labels),
    headline: headlineOf(row, labels),
    parts: documentParts(row.schedule ?? [], row.currency, language, isByMoney(row)),
    terms: unlessBlank('paymentTerms', termsOf(row, labels, language)),
    notes: unlessBlank('notes', row.notes),
    bank: row.bankDetails && { ...row.bankDetails, label: labels.ownAccount },
    status: {
      paid: row.paidAt && isPaid(row) ? day('paidOn', dateIn(row.paidAt, business.timeZone)) : null,
      cancelled: row.status === 'deleted',
      replaced: row.replacedAt !== undefined,
      draft: row.status === 'pending',
    },
  };
}

// Nobody knows the day of a part that was not asked for yet.
const dueOf = ({ dueDate: date }: InvoiceFacts, language: Language): DateFact => ({
  key: 'due',
  label: invoiceLabels[language].due,
  value: date === UNDATED ? partLabels[language].whenAsked : formatDate(date, language),
  date,
});

const isByMoney = ({ credited = ZERO, withheld = ZERO, writtenOff = ZERO }: InvoiceFacts): boolean =>
  credited + withheld + writtenOff === 0;

// It may be settled in another way.
const isPaid = ({ status, paidAt }: InvoiceFacts): boolean => status === 'paid' && paidAt !== null;

function headlineOf(row: InvoiceFacts, labels: Labels): TotalRow {
  const entry = (key: LabelKey, amount: Minor) => ({ key, label: labels[key], amount });
  if (isPaid(row)) return entry('amountPaid', row.amountPaid);
  return row.status === 'deleted' ? entry('total', row.totalAmount) : entry('amountDue', askedOf(row));
}

const partFacts = (of: InvoiceFacts['quotePart'], { partOf }: Labels): Fact[] =>
  of ? [{ key: 'partOf', label: fill(partOf, { part: String(of.part) }), value: of.quoteNumber }] : [];

// One that was never changed says nothing of it.
function revisionFacts(
  { revision, changedAt, replacedAt }: InvoiceFacts,
  { timeZone }: DocumentIssuer,
  language: Language,
): { key: LabelKey; value: string }[] {
  const day = (at: Date) => formatDate(dateIn(at, timeZone), language);
  return [
    ...(revision > 1 && changedAt
      ? [{ key: 'revision' as const, value: `${revision} (${day(changedAt)})` }]
      : []),
    ...(replacedAt ? [{ key: 'replaced' as const, value: day(replacedAt) }] : []),
  ];
}

/** The label of each tax code but `standard`. */
export const codeLabels = { zero: 'zeroRated', exempt: 'exempt', outside: 'notTaxed' } as const;

function documentLine(line: InvoiceLine, labels: Labels, currency: Currency): DocumentLine {
  const { description, quantity, rate, total, discount = ZERO, discountPercent, taxCode = 'standard' } = line;
  const percent = typeof discountPercent !== 'number' ? '' : ` ${discountPercent / 100}%`;
  const notes = [
    ...(discount > 0
      ? [`${labels.discount}${percent} ${formatMoney(subtract(ZERO, discount), currency)}`]
      : []),
    ...(taxCode === 'standard' ? [] : [labels[codeLabels[taxCode]]]),
  ];
  return { description, quantity, rate, total, note: notes.join(' · ') };
}

const settledKeys = [
  ['paid', 'amountPaid'],
  ['credited', 'credited'],
  ['withheld', 'withheld'],
  ['writtenOff', 'writtenOff'],
] as const;

function totalRows(row: InvoiceFacts, labels: Labels): TotalRow[] {
  const entry = (key: LabelKey, amount: Minor, label = labels[key]) => ({ key, label, amount });
  const key = row.pricesIncludeTax ? 'taxIncluded' : 'tax';
  const tax = labels[key].replace('{percent}', String(row.taxRate / 100));
  const settled = settledKeys.flatMap(([key, of]) => {
    const amount = row[of] ?? ZERO;
    return amount > 0 ? [entry(key, subtract(ZERO, amount))] : [];
  });
  return [
    entry('subtotal', row.subtotal),
    ...(row.discount > 0 ? [entry('discount', subtract(ZERO, row.discount))] : []),
    ...(row.taxRate > 0 ? [entry(key, row.tax, tax)] : []),
    entry('total', row.totalAmount),
    ...(settled.length > 0 ? [...settled, entry('balance', row.balance)] : []),
  ];
}

/** Terms and notes as small print, one paragraph a line; `linesOf` splits a text as the medium can show it. */
export function smallPrintOf(
  { terms, notes }: Pick<InvoiceDocument, 'terms' | 'notes'>,
  linesOf: (text: string) => string[],
): string[] {
  const [first, ...rest] = terms ? linesOf(terms.value) : [];
  const termLines = first === undefined ? [] : [`${terms?.label}: ${first}`, ...rest];
  return [...termLines, ...(notes ? linesOf(notes.value) : [])];
}
