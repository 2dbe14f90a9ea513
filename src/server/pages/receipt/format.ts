import { dateIn, formatDate, formatMoment } from '#core/dates.ts';
import { fill } from '#core/fill.ts';
import { earlySentence } from '#core/invoice/document.ts';
import { invoiceLabels } from '#core/invoice/labels.ts';
import { formatMoney, type Minor } from '#core/money.ts';
import type { ToldTax } from '#server/modules/invoices/queries/withholding.ts';
import { paidOnText, type ReceiptView } from '#server/modules/payments/receipt-view.ts';
import type { PageLocale } from '../locales/locales.ts';

/** A payment's status in a word, with its colour. */
export function stateOf(
  { refunded, amount, undone, returned }: Pick<ReceiptView, 'refunded' | 'amount' | 'undone' | 'returned'>,
  { states }: PageLocale,
): { text: string; tone: 'ok' | 'warn' } {
  if (undone) return { text: states.cancelled, tone: 'warn' };
  if (refunded === 0) return { text: states.paid, tone: 'ok' };
  const [part, all] = returned
    ? [states.partReturned, states.returned]
    : [states.partRefunded, states.refunded];
  return { text: refunded < amount ? part : all, tone: 'warn' };
}

/** The name of the refunded part among sums. */
export const backLabel = ({ returned }: ReceiptView, { labels, states }: PageLocale): string =>
  returned ? states.returned : labels.givenBack;

/** The refunded part of a payment, in a sentence. */
export function refundText(view: ReceiptView, { receipt, language }: PageLocale): string {
  const { refunded, refundedAt, amount, currency, business, timeZone } = view;
  const values = { amount: formatMoney(refunded, currency), business: business.name };
  const isPart = refunded < amount;
  if (!refundedAt) return fill(isPart ? receipt.refundedPart : receipt.refundedAll, values);
  const date = formatDate(dateIn(refundedAt, timeZone), language);
  return fill(isPart ? receipt.refundedPartOn : receipt.refundedAllOn, { ...values, date });
}

/** The grade of a payment's evidence, in a sentence. */
export function evidenceText(view: ReceiptView, locale: PageLocale): string {
  const { evidence, business, provider } = view;
  if (evidence !== 'provider') return recordedText(evidence, business.name, locale);
  return fill(locale.receipt.received, { business: business.name, provider });
}

/** The same of money that no provider confirmed. */
export const recordedText = (
  evidence: Exclude<ReceiptView['evidence'], 'provider'>,
  business: string,
  { receipt }: PageLocale,
): string => (evidence === 'statement' ? receipt.inStatement : fill(receipt.recorded, { business }));

/** The name of tax that is kept of an invoice, or will be once its rest comes. */
export const taxLabel = (tax: ToldTax | null, { labels, language }: PageLocale): string =>
  tax?.isKept === false ? labels.taxToKeep : invoiceLabels[language].withheld;

/** The parts of an invoice that need no payment: tax that is kept of it, or will be once its rest comes, and the discount for paying early. */
export function unpaidParts(
  { invoice: { tax, cancelled }, early }: ReceiptView,
  locale: PageLocale,
): { label: string; amount: Minor }[] {
  return [
    ...(tax && !cancelled ? [{ label: taxLabel(tax, locale), amount: tax.amount }] : []),
    ...(early > 0 ? [{ label: locale.labels.takenOffEarly, amount: early }] : []),
  ];
}

/** The discount for paying the rest early, in a sentence; empty where none is open. */
export const offerText = ({ invoice, currency }: ReceiptView, { language }: PageLocale): string =>
  earlySentence({ earlyPayment: invoice.offer, currency }, language);

/** Payment method, reference and confirming provider. */
export function paymentFacts(view: ReceiptView, { labels, methods, language }: PageLocale) {
  const { verifiedAt, timeZone, method, reference, provider, invoice, evidence } = view;
  return [
    { name: 'paidOn', label: labels.paidOn, text: paidOnText(view, timeZone, language) },
    { name: 'invoice', label: invoice.several ? labels.invoices : labels.invoice, text: invoice.number },
    { name: 'method', label: labels.method, text: methods[method] },
    { name: 'reference', label: labels.reference, text: reference },
    ...(evidence === 'provider'
      ? [
          {
            name: 'verified',
            label: fill(labels.verifiedWith, { provider }),
            text: formatMoment(verifiedAt, timeZone, language),
          },
        ]
      : []),
  ];
}
