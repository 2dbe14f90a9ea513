import { cloth, CLOTH_REPEAT, inks } from '#core/cloth.ts';
import { type CalendarDate, formatDate } from '#core/dates.ts';
import { initialsOf as initialsIn } from '#core/initials.ts';
import { type Currency, currencySymbols, type Minor, moneyParts, subtract, ZERO } from '#core/money.ts';
import type { DocumentVerification, InvoiceDocument, ReportDocument } from '#server/kernel/ports/pdf.ts';
import { glyphParts, microText, printable, printableLines } from './printable.ts';
import { qrSvg } from './qr.ts';

export type Amount = { sign: string; symbol: string; whole: string; fraction: string };
export type Sum = { label: string; amount: Amount };
export type Fact = { label: string; lines: string[] };

const methodNames: Readonly<Record<string, string>> = {
  bank_transfer: 'Bank transfer',
  card: 'Card',
  qr_code: 'QR code',
  ussd: 'USSD',
  wallet: 'Wallet',
};

/** The common head of every document of a business: issuer and recipient. */
export const mastheadOf = (
  { number, business, customer }: Pick<InvoiceDocument, 'number' | 'business' | 'customer'>,
  hasLogo: boolean,
) => ({
  logo: hasLogo,
  brandInk: inks(business.primaryColor, business.secondaryColor)[0],
  micro: { name: microText(business.name), number: microText(number) },
  business: {
    name: printable(business.name),
    initials: initialsOf(business.name),
    lines: [...business.addressLines, business.email, business.phone ?? ''].flatMap(printableLines),
  },
  customer: { name: printable(customer.name), email: printable(customer.email) },
});

/** The data of `invoice.typ`, in drawing order. */
export function viewOf(document: InvoiceDocument, hasLogo: boolean) {
  const money = (amount: Minor) => amountOf(amount, document.currency);
  const view = {
    kind: 'Invoice',
    number: printable(document.number),
    title: printable(document.title),
    issuedOn: dateParts(document.issued),
    testMode: document.testMode,
    mark: document.paidOn ? 'Paid' : null,
    ...mastheadOf(document, hasLogo),
    facts: factsOf(document),
    headline: headlineOf(document, money),
    items: document.items.map((item) => ({
      description: printable(item.description),
      quantity: printable(item.quantity),
      rate: money(item.rate),
      total: money(item.total),
    })),
    sums: sumsOf(document, money),
    grand: grandOf(document, money),
    foot: footOf(document),
    check: checkOf(document.check),
    bank: bankOf(document),
    small: smallPrintOf(document),
  };
  return {
    ...view,
    letters: glyphParts(JSON.stringify(view)),
    qr: qrSvg(document.payUrl),
    cloth: selvedgeOf(document.business),
  };
}

/** The strip of cloth along the edge of a business's documents. */
export function selvedgeOf(business: ReportDocument['business']): string {
  return cloth(business.id, {
    primary: business.primaryColor,
    secondary: business.secondaryColor,
    columns: 2,
    rows: CLOTH_REPEAT,
    crackle: false,
    idPrefix: 'k',
  });
}

function factsOf({ issued, due, paidOn }: InvoiceDocument): Fact[] {
  const last = paidOn
    ? { label: 'Paid on', lines: [formatDate(paidOn)] }
    : { label: 'Due', lines: [formatDate(due)] };
  return [{ label: 'Issued', lines: [formatDate(issued)] }, last];
}

function headlineOf({ paidOn, paid, balance }: InvoiceDocument, money: (amount: Minor) => Amount): Sum {
  if (paidOn) return { label: 'Amount paid', amount: money(paid) };
  return { label: 'Amount due', amount: money(balance) };
}

function sumsOf(document: InvoiceDocument, money: (amount: Minor) => Amount): Sum[] {
  const { subtotal, discount, tax, taxPercent, total, paid, paidOn } = document;
  const negative = (amount: Minor) => money(subtract(ZERO, amount));
  const sums = [{ label: 'Subtotal', amount: money(subtotal) }];
  if (discount > 0) sums.push({ label: 'Discount', amount: negative(discount) });
  sums.push({ label: `Tax (${printable(taxPercent)}%)`, amount: money(tax) });
  if (paid > 0) sums.push({ label: 'Total', amount: money(total) });
  if (!paidOn && paid > 0) sums.push({ label: 'Paid', amount: negative(paid) });
  return sums;
}

function grandOf({ total, paid, balance, paidOn }: InvoiceDocument, money: (amount: Minor) => Amount): Sum {
  if (paidOn) return { label: 'Paid', amount: money(paid) };
  if (paid > 0) return { label: 'Balance due', amount: money(balance) };
  return { label: 'Total', amount: money(total) };
}

function footOf({ payUrl, paidOn }: InvoiceDocument) {
  const link = { url: payUrl, link: shortLink(payUrl) };
  if (paidOn)
    return { ...link, lead: 'See it online', hint: 'Scan the code to see the receipt of the payment.' };
  return {
    ...link,
    lead: 'Scan to pay, or open',
    hint: 'Choose how to pay there. You get a receipt at once.',
  };
}

/** The address and code to verify a document, as printed and linked. */
export const checkOf = ({ url, code }: DocumentVerification) => ({
  url: `${url}/${code}`,
  link: shortLink(url),
  code,
});

/** A link as people type it. */
export const shortLink = (url: string): string => printable(url.replace(/^https?:\/\//i, ''));

/** The display name of a payment method. */
export const methodName = (method: string): string => methodNames[method] ?? printable(method);

function bankOf({ bank, paidOn }: InvoiceDocument) {
  if (!bank || paidOn) return null;
  return {
    bankName: printable(bank.bankName),
    accountNumber: printable(bank.accountNumber),
    accountName: printable(bank.accountName),
  };
}

function smallPrintOf({ terms, notes }: InvoiceDocument): string[] {
  const [first, ...rest] = printableLines(terms);
  const termLines = first === undefined ? [] : [`Payment terms: ${first}`, ...rest];
  return [...termLines, ...printableLines(notes)];
}

/** The initials of a business without a logo, of the letters the document's font has. */
export const initialsOf = (name: string): string => initialsIn(printable(name));

/** An amount in the pieces in which it is set. */
export function amountOf(amount: Minor, currency: Currency): Amount {
  return { ...moneyParts(amount), symbol: currencySymbols[currency] };
}

/** A date as typst's `datetime` takes it. */
export function dateParts(date: CalendarDate) {
  const [year, month, day] = date.split('-').map(Number);
  return { year, month, day };
}
