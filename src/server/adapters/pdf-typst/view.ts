import { cloth, CLOTH_REPEAT, inks } from '#core/cloth.ts';
import type { CalendarDate } from '#core/dates.ts';
import { initialsOf as initialsIn } from '#core/initials.ts';
import { type PrintedDocument, smallPrintOf, type TotalRow } from '#core/invoice/document.ts';
import { invoiceLabels, type Labels } from '#core/invoice/labels.ts';
import { partLabels } from '#core/invoice/payment-parts.ts';
import type { Language } from '#core/languages.ts';
import { type Currency, currencySymbols, type Minor, moneyParts } from '#core/money.ts';
import { keysOf, recordOf } from '#core/records.ts';
import { drawnSignature } from '#core/signature.ts';
import type {
  DocumentVerification,
  PrintedBusiness,
  PrintedInvoice,
  ReportDocument,
} from '#server/kernel/ports/pdf.ts';
import { glyphParts, microText, printable, printableLines } from './printable.ts';
import { qrSvg } from './qr.ts';

export type Amount = { sign: string; symbol: string; whole: string; fraction: string };
export type Sum = { label: string; amount: Amount };
type Recipient = { name: string; email: string };

/** One unit of the box a signature was drawn in. */
const SIGNATURE_MM = 0.075;

/** The common head of every document of a business: issuer and recipient. */
export const mastheadOf = (
  { number, business, customer }: { number: string; business: PrintedBusiness; customer: Recipient },
  hasLogo: boolean,
) => ({
  logo: hasLogo,
  brandInk: inks(business.primaryColor, business.secondaryColor)[0],
  micro: { name: microText(business.name), number: microText(number) },
  business: {
    name: printable(business.name),
    initials: initialsOf(business.name),
    lines: [...business.addressLines, ...business.taxLines, business.email, business.phone ?? ''].flatMap(
      printableLines,
    ),
  },
  customer: { name: printable(customer.name), email: printable(customer.email) },
});

/** The data of `invoice.typ`, in drawing order. */
export function viewOf(printed: PrintedInvoice, hasLogo: boolean) {
  const { document, business } = printed;
  const { number, status, to } = document;
  const labels = labelsOf(document.labels);
  const money = (amount: Minor) => amountOf(amount, document.currency);
  const rowOf = ({ label, amount }: TotalRow): Sum => ({ label: printable(label), amount: money(amount) });
  const { rows, last } = totalsOf(document);
  const customer = { name: to.name, email: to.lines.join(' ') };
  const view = {
    kind: labels[document.kind],
    number: printable(number),
    title: printable(document.title),
    issuedOn: dateParts(document.issued.date),
    testMode: printed.testMode,
    mark: markOf(document, labels),
    ...mastheadOf({ number, business, customer }, hasLogo),
    ...sheetOf(document.language),
    labels,
    facts: [document.issued, status.paid ?? document.due]
      .filter((fact) => fact !== null)
      .map((fact) => ({
        label: printable(fact.label),
        lines: [printable(fact.value)],
      })),
    references: document.references.map(({ label, value }) => ({
      label: printable(label),
      value: printable(value),
    })),
    about: printableLines(document.description),
    headline: rowOf(document.headline),
    items: document.lines.map((line) => ({
      description: printable(line.description),
      note: printable(line.note),
      quantity: String(line.quantity / 1_000_000),
      rate: money(line.rate),
      total: money(line.total),
    })),
    sums: rows.map(rowOf),
    grand: rowOf(last),
    partsTitle: printable(partLabels[document.language].title),
    parts: document.parts.map(({ label, when, amount, note }) => ({
      label: printable(label),
      when: printable(when),
      amount: money(amount),
      note: printable(note),
    })),
    foot: footOf(printed),
    check: checkOf(printed.check),
    bank: isSettled(document) || status.cancelled ? null : bankOf(document),
    accepted: acceptedOf(document),
    small: smallPrintOf(document, printableLines),
  };
  return {
    ...view,
    letters: glyphParts(JSON.stringify(view)),
    signature: signatureOf(document),
    qr: qrSvg(printed.payUrl),
    cloth: selvedgeOf(business),
  };
}

function markOf({ status }: PrintedDocument, labels: Labels) {
  if (status.replaced) return { text: labels.replaced, landed: false };
  if (status.withdrawn) return { text: labels.withdrawn, landed: false };
  if (status.cancelled) return { text: labels.cancelled, landed: false };
  if (status.accepted) return { text: labels.accepted, landed: true };
  return status.paid && { text: labels.paid, landed: true };
}

/** The words of every sheet beside its own content. */
export const sheetOf = (language: Language) => {
  const { verify, linkQr, testMode, pageOf } = labelsOf(invoiceLabels[language]);
  return { language, sheet: { verify, linkQr, testMode, pageOf } };
};

const labelsOf = (labels: Labels): Labels => recordOf(keysOf(labels), (key) => printable(labels[key]));

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

// A paid invoice ends with what was paid, since nothing is left to pay; what was taken off it without money stands before that.
function totalsOf({ totals, labels, headline, status }: PrintedDocument) {
  if (status.paid) {
    const rows = totals.filter(({ key }) => key !== 'paid' && key !== 'balance');
    return { rows, last: { ...headline, label: labels.paid } };
  }
  const rows = totals.slice(0, -1);
  const last = totals.at(-1) ?? headline;
  return { rows, last: last.key === 'balance' ? { ...last, label: labels.balanceDue } : last };
}

// By money, or by a credit note or a write-off: either way nobody is asked to pay.
const isSettled = ({ kind, status, headline }: PrintedDocument): boolean =>
  status.paid !== null || (kind === 'invoice' && headline.amount === 0);

function footOf({ payUrl, document }: PrintedInvoice) {
  const { kind, status } = document;
  const labels = labelsOf(document.labels);
  const link = { url: payUrl, link: shortLink(payUrl) };
  if (status.cancelled) return { ...link, lead: labels.seeOnline, hint: labels.cancelledHint };
  if (kind === 'creditNote')
    return {
      ...link,
      lead: labels.seeOnline,
      hint: status.withdrawn ? labels.withdrawnHint : labels.creditHint,
    };
  if (kind !== 'invoice')
    return status.accepted || status.withdrawn
      ? { ...link, lead: labels.seeOnline, hint: '' }
      : { ...link, lead: labels.answerOnline, hint: labels.answerHint };
  return isSettled(document)
    ? { ...link, lead: labels.seeOnline, hint: status.paid ? labels.seeOnlineHint : labels.settledHint }
    : { ...link, lead: labels.scanToPay, hint: labels.scanHint };
}

/** The address and code to verify a document, as printed and linked. */
export const checkOf = ({ url, code }: DocumentVerification) => ({
  url: `${url}/${code}`,
  link: shortLink(url),
  code,
});

/** A link as people type it. */
export const shortLink = (url: string): string => printable(url.replace(/^https?:\/\//i, ''));

const bankOf = ({ bank }: PrintedDocument) =>
  bank && {
    label: bank.label,
    bankName: printable(bank.bankName),
    accountNumber: printable(bank.accountNumber),
    accountName: printable(bank.accountName),
  };

const acceptedOf = ({ acceptance }: PrintedDocument) =>
  acceptance
    ? {
        label: printable(acceptance.label),
        name: printable(acceptance.name),
        signed: printable(acceptance.signed),
        reference: printable(acceptance.reference),
        confirmed: printable(acceptance.confirmed),
      }
    : null;

// Drawn in the ink of the paper; its size is that of the pen on the page.
function signatureOf({ acceptance }: PrintedDocument) {
  const drawn = drawnSignature(acceptance?.signature ?? '');
  if (!drawn) return null;
  const { path, viewBox, width, height, line } = drawn;
  const stroke = `fill="none" stroke="#15163A" stroke-width="${line}" stroke-linecap="round" stroke-linejoin="round"`;
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><path ${stroke} d="${path}"/></svg>`,
    widthMm: width * SIGNATURE_MM,
    heightMm: height * SIGNATURE_MM,
  };
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
