import { type CalendarDate, dateIn, formatDate, formatMoment } from '../dates.ts';
import { fill } from '../fill.ts';
import { invoiceLabels } from '../invoice/labels.ts';
import type { Language } from '../languages.ts';
import { type Currency, type Minor, subtract, ZERO } from '../money.ts';
import { receiptLabels } from './labels.ts';
import {
  backLabel,
  evidenceText,
  offerText,
  paidOnText,
  type ReceiptFacts,
  refundText,
  stateOf,
  unpaidParts,
} from './texts.ts';

type Fact = { label: string; lines: string[] };
type Row = { label: string; amount: Minor };

/** The receipt of one payment as its customer reads it, in one language, before any renderer has laid it out. Amounts in minor units of `currency`. */
export type ReceiptDocument = {
  language: Language;
  kind: string;
  number: string;
  currency: Currency;
  /** The day in the business's zone on which the money came. */
  paidOn: CalendarDate;
  stamp: { text: string; isGood: boolean };
  payer: { label: string; name: string; email: string };
  headline: Row;
  notices: string[];
  /** The invoice, time, method, reference, and who confirmed it. */
  facts: Fact[];
  /** Where the money went; null where all of it went to one invoice, and the sums say enough. */
  shares: { label: string; amountLabel: string; rows: Row[] } | null;
  /** The amount paid comes first. */
  sums: Row[];
  offer: string;
  /** The words beside the address of its page. */
  online: string;
};

/** The receipt of a payment in a language. */
export function receiptDocument(facts: ReceiptFacts, language: Language): ReceiptDocument {
  const { labels, sentences } = receiptLabels[language];
  const { number, customer, currency, amount } = facts;
  const { text, tone } = stateOf(facts, language);
  return {
    language,
    kind: labels.receipt,
    number,
    currency,
    paidOn: dateIn(facts.paidAt, facts.timeZone),
    stamp: { text, isGood: tone === 'ok' },
    payer: { label: labels.receivedFrom, ...customer },
    headline: { label: invoiceLabels[language].amountPaid, amount },
    notices: noticesOf(facts, language),
    facts: paymentFacts(facts, language),
    shares: sharesOf(facts, language),
    sums: sumsOf(facts, language),
    offer: offerText(facts, language),
    online: sentences.online,
  };
}

function noticesOf(facts: ReceiptFacts, language: Language): string[] {
  const { undone, evidence, refunded, business } = facts;
  const { undoneBy } = receiptLabels[language].sentences;
  return [
    ...(undone ? [fill(undoneBy, { business: business.name })] : []),
    ...(evidence !== 'provider' && !undone ? [evidenceText(facts, language)] : []),
    ...(refunded > 0 ? [refundText(facts, language)] : []),
  ];
}

/** The invoice paid, the time, the method, and who confirmed it. */
export function paymentFacts(facts: ReceiptFacts, language: Language): Fact[] {
  const { verifiedAt, timeZone, method, reference, provider, invoice, evidence } = facts;
  const { labels, numbered, methods } = receiptLabels[language];
  const named = fill(invoice.several ? numbered.invoices : numbered.invoice, { number: invoice.number });
  return [
    { label: labels.purpose, lines: [named, invoice.title].filter((line) => line !== '') },
    { label: labels.paidOn, lines: [paidOnText(facts, timeZone, language)] },
    { label: labels.method, lines: [methods[method]] },
    { label: labels.reference, lines: [reference] },
    ...(evidence === 'provider'
      ? [
          {
            label: fill(labels.verifiedWith, { provider }),
            lines: [formatMoment(verifiedAt, timeZone, language)],
          },
        ]
      : []),
  ];
}

// Rows and sum agree also after a refund: one invoice has all that was paid, several have what is left of it.
function sharesOf(facts: ReceiptFacts, language: Language): ReceiptDocument['shares'] {
  const { shares, credit, returning, surcharge, refunded, amount, invoice } = facts;
  const { labels, numbered } = receiptLabels[language];
  const isWhole = shares.length <= 1 && credit + returning === 0;
  if (isWhole && surcharge === 0) return null;
  const { number } = shares[0] ?? invoice;
  const parts = isWhole ? [{ number, amount: subtract(amount, surcharge) }] : shares;
  const rows = [
    ...parts.map((part) => ({ label: fill(numbered.invoice, { number: part.number }), amount: part.amount })),
    { label: labels.credit, amount: credit },
    { label: labels.returning, amount: returning },
    { label: backLabel(facts, language), amount: isWhole ? ZERO : refunded },
    { label: labels.fee, amount: surcharge },
  ];
  return {
    label: labels.whatItPaid,
    amountLabel: labels.amount,
    rows: rows.filter((row) => row.amount > 0),
  };
}

function sumsOf(facts: ReceiptFacts, language: Language): Row[] {
  const { amount, refunded, invoice, today } = facts;
  const { labels } = receiptLabels[language];
  const owedOn = { number: invoice.number, date: formatDate(today, language) };
  return [
    { label: labels.paid, amount },
    ...(refunded > 0 ? [{ label: backLabel(facts, language), amount: subtract(ZERO, refunded) }] : []),
    ...unpaidParts(facts, language),
    ...(invoice.cancelled ? [] : [{ label: fill(labels.stillOwedOn, owedOn), amount: invoice.owed }]),
  ];
}
