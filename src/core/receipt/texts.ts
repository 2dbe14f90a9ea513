import type { ToldEarly } from '../early-payment.ts';
import { type CalendarDate, dateIn, formatDate, formatMoment } from '../dates.ts';
import { fill } from '../fill.ts';
import { earlySentence } from '../invoice/document.ts';
import { invoiceLabels } from '../invoice/labels.ts';
import type { Language } from '../languages.ts';
import { type Currency, formatMoney, type Minor } from '../money.ts';
import type { allMethods, evidences } from '../payment-methods.ts';
import { receiptLabels } from './labels.ts';

type Evidence = (typeof evidences)[number];

/** Tax that the payer of an invoice keeps (minor units), or said they will. */
type Tax = { amount: Minor; isKept: boolean };

/** All that a receipt of one payment says. Amounts in minor units of `currency`. */
export type ReceiptFacts = {
  number: string;
  business: { name: string };
  customer: { name: string; email: string };
  currency: Currency;
  amount: Minor;
  method: (typeof allMethods)[number];
  reference: string;
  paidAt: Date;
  /** Only money a `provider` confirmed was seen by somebody else than the business. */
  evidence: Evidence;
  /** The business took it back: this receipt is worth nothing. */
  undone: boolean;
  /** Title of the provider that confirmed the payment, and when it did. */
  provider: string;
  verifiedAt: Date;
  /** Time zone of all its times. */
  timeZone: string;
  /** The invoice it was paid for; what is still asked for on it as of `today`, the tax its payer keeps, and the discount for paying early that is still open. */
  invoice: {
    number: string;
    /** It names more than one. */
    several: boolean;
    title: string;
    owed: Minor;
    tax: Tax | null;
    offer: ToldEarly | null;
    cancelled: boolean;
  };
  /** The discount for paying early that it took, and still has. */
  early: Minor;
  today: CalendarDate;
  /** Where the money went: to invoices, what is over to the customer's credit. */
  shares: { number: string; amount: Minor }[];
  credit: Minor;
  /** The part of that credit that is on its way back. */
  returning: Minor;
  /** The part paid for the provider's fee. */
  surcharge: Minor;
  /** Refunded amount. */
  refunded: Minor;
  refundedAt: Date | null;
  /** The bank or the provider sent it back, not the business. */
  returned: boolean;
};

/** When a payment came: a provider tells the minute, of any other only the day is known. */
export const paidOnText = (
  { paidAt, evidence }: Pick<ReceiptFacts, 'paidAt' | 'evidence'>,
  zone: string,
  language: Language,
): string =>
  evidence === 'provider' ? formatMoment(paidAt, zone, language) : formatDate(dateIn(paidAt, zone), language);

/** A payment's status in a word, with its colour. */
export function stateOf(
  { refunded, amount, undone, returned }: Pick<ReceiptFacts, 'refunded' | 'amount' | 'undone' | 'returned'>,
  language: Language,
): { text: string; tone: 'ok' | 'warn' } {
  const { states } = receiptLabels[language];
  if (undone) return { text: states.cancelled, tone: 'warn' };
  if (refunded === 0) return { text: states.paid, tone: 'ok' };
  const [part, all] = returned
    ? [states.partReturned, states.returned]
    : [states.partRefunded, states.refunded];
  return { text: refunded < amount ? part : all, tone: 'warn' };
}

/** The name of the refunded part among sums. */
export function backLabel({ returned }: ReceiptFacts, language: Language): string {
  const { labels, states } = receiptLabels[language];
  return returned ? states.returned : labels.givenBack;
}

/** The refunded part of a payment, in a sentence. */
export function refundText(facts: ReceiptFacts, language: Language): string {
  const { refunded, refundedAt, amount, currency, business, timeZone } = facts;
  const { sentences } = receiptLabels[language];
  const values = { amount: formatMoney(refunded, currency), business: business.name };
  const isPart = refunded < amount;
  if (!refundedAt) return fill(isPart ? sentences.refundedPart : sentences.refundedAll, values);
  const date = formatDate(dateIn(refundedAt, timeZone), language);
  return fill(isPart ? sentences.refundedPartOn : sentences.refundedAllOn, { ...values, date });
}

/** The grade of a payment's evidence, in a sentence. */
export function evidenceText({ evidence, business, provider }: ReceiptFacts, language: Language): string {
  if (evidence !== 'provider') return recordedText(evidence, business.name, language);
  return fill(receiptLabels[language].sentences.received, { business: business.name, provider });
}

/** The same of money that no provider confirmed. */
export function recordedText(
  evidence: Exclude<Evidence, 'provider'>,
  business: string,
  language: Language,
): string {
  const { inStatement, recorded } = receiptLabels[language].sentences;
  return evidence === 'statement' ? inStatement : fill(recorded, { business });
}

/** The name of tax that is kept of an invoice, or will be once its rest comes. */
export const taxLabel = (tax: Tax | null, language: Language): string =>
  tax?.isKept === false ? receiptLabels[language].labels.taxToKeep : invoiceLabels[language].withheld;

/** The parts of an invoice that need no payment: tax that is kept of it, or will be once its rest comes, and the discount for paying early. */
export function unpaidParts(
  { invoice: { tax, cancelled }, early }: ReceiptFacts,
  language: Language,
): { label: string; amount: Minor }[] {
  return [
    ...(tax && !cancelled ? [{ label: taxLabel(tax, language), amount: tax.amount }] : []),
    ...(early > 0 ? [{ label: receiptLabels[language].labels.takenOffEarly, amount: early }] : []),
  ];
}

/** The discount for paying the rest early, in a sentence; empty where none is open. */
export const offerText = ({ invoice, currency }: ReceiptFacts, language: Language): string =>
  earlySentence({ earlyPayment: invoice.offer, currency }, language);
