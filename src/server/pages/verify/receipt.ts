import { fill } from '#core/fill.ts';
import { html } from 'hono/html';
import { backLabel, evidenceText, paidOnText, refundText, unpaidParts } from '#core/receipt/texts.ts';
import type { ReceiptView } from '#server/modules/payments/receipt-view.ts';
import type { PageLocale } from '../locales/locales.ts';
import { fillHtml, type Html, money } from '../pay/components.ts';
import { compare, issuerOf, type Row, rowsOf, verdict } from './components.ts';

/** The verification result of a receipt. */
export function checkedReceipt(view: ReceiptView, locale: PageLocale): Html {
  return html`${issuerOf(view.business, locale)}
${verdict(verdictOn(view, locale))}
${rowsOf(rowsFor(view, locale))}
${compare(pointsFor(view, locale), locale.verify.differentReceipt, locale)}`;
}

function verdictOn(view: ReceiptView, locale: PageLocale): Parameters<typeof verdict>[0] {
  const { refunded, amount, business, provider, undone, evidence } = view;
  const { verdicts } = locale.verify;
  if (undone)
    return {
      sign: 'back',
      tone: 'warn',
      title: locale.receipt.undone,
      text: fillHtml(locale.receipt.undoneBy, { business: business.name }),
    };
  if (refunded > 0)
    return {
      sign: 'back',
      tone: 'warn',
      title: refunded < amount ? verdicts.receiptPartRefunded : verdicts.receiptRefunded,
      text: [
        refundText(view, locale.language),
        ...(evidence === 'provider' ? [] : [evidenceText(view, locale.language)]),
      ].join(' '),
    };
  return {
    sign: 'shield',
    tone: evidence === 'provider' ? 'ok' : 'warn',
    title: verdicts.receipt,
    text:
      evidence === 'provider'
        ? fillHtml(locale.receipt.received, { business: business.name, provider })
        : evidenceText(view, locale.language),
  };
}

function rowsFor(view: ReceiptView, locale: PageLocale): Row[] {
  const { labels, methods, language } = locale;
  const { number, amount, currency, timeZone, method, invoice, refunded } = view;
  return [
    { label: labels.receipt, value: number },
    { label: labels.amount, value: money(amount, currency) },
    ...unpaidParts(view, locale.language).map(({ label, amount: part }) => ({
      label,
      value: money(part, currency),
    })),
    ...(refunded > 0 ? [{ label: backLabel(view, locale.language), value: money(refunded, currency) }] : []),
    { label: labels.paidOn, value: paidOnText(view, timeZone, language) },
    { label: labels.method, value: methods[method] },
    { label: invoice.several ? labels.invoices : labels.invoice, value: invoice.number },
  ];
}

function pointsFor({ number, invoice, business }: ReceiptView, { verify }: PageLocale): (string | Html)[] {
  const { points } = verify;
  return [
    fill(points.receipt, { number }),
    fill(invoice.several ? points.paidInvoices : points.paidInvoice, { number: invoice.number }),
    fillHtml(points.business, { business: business.name }),
  ];
}
