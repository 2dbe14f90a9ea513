import { html } from 'hono/html';
import { inks } from '#core/cloth.ts';
import { formatDate } from '#core/dates.ts';
import { fill } from '#core/fill.ts';
import { type Minor, subtract, ZERO } from '#core/money.ts';
import type { ReceiptView } from '#server/modules/payments/receipt-view.ts';
import type { PageLocale } from '../locales/locales.ts';
import { fillHtml, type Html, isolated, money, when } from '../pay/components.ts';
import { clothEdge, from } from '../pay/letterhead.ts';
import { qrCode } from '../pay/qr.ts';
import {
  backLabel,
  evidenceText,
  offerText,
  paymentFacts,
  refundText,
  stateOf,
  unpaidParts,
} from './format.ts';

/** The receipt as a document, light in both themes, on its business's cloth. */
export function receiptDocument(view: ReceiptView, publicUrl: string, locale: PageLocale): Html {
  const ground = inks(view.business.primaryColor, view.business.secondaryColor)[0];
  return html`<article class="paper" aria-label="${fill(locale.numbered.receipt, { number: view.number })}" style="--ground:${ground}">
${clothEdge(view.business, view.number)}
<div class="sheet">
${heading(view, locale)}
${when(view.undone, () => html`<p class="notice">${locale.receipt.undone}</p>`)}
${when(view.evidence !== 'provider' && !view.undone, () => html`<p class="notice">${evidenceText(view, locale)}</p>`)}
${when(view.refunded > 0, () => html`<p class="notice">${refundText(view, locale)}</p>`)}
${facts(view, locale)}
${shares(view, locale)}
${sums(view, locale)}
${foot(view, publicUrl, locale)}
</div>
</article>`;
}

function heading(view: ReceiptView, locale: PageLocale): Html {
  const { text, tone } = stateOf(view, locale);
  return html`<header>
<div><h2>${locale.labels.receipt}</h2><p class="no">${view.number}</p><p class="stamp${tone === 'ok' ? '' : ' off'}">${text}</p></div>
${from(view.business)}
</header>`;
}

function facts(view: ReceiptView, locale: PageLocale): Html {
  const { labels, numbered } = locale;
  const { customer, invoice } = view;
  const remainingFacts = paymentFacts(view, locale).filter(({ name }) => name !== 'invoice');
  return html`<dl class="meta two">
<div><dt>${labels.receivedFrom}</dt><dd><b>${isolated(customer.name)}</b>${when(customer.email !== '', () => html`<br>${customer.email}`)}</dd></div>
<div><dt>${labels.purpose}</dt><dd><b>${fill(invoice.several ? numbered.invoices : numbered.invoice, { number: invoice.number })}</b>${when(invoice.title !== '', () => html`<br>${isolated(invoice.title)}`)}</dd></div>
${remainingFacts.map(({ label, text }) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}
</dl>`;
}

// Where all of it went to one invoice, the sums say enough.
function shares(view: ReceiptView, locale: PageLocale): Html {
  const { shares: parts, credit, returning, surcharge, refunded, amount, invoice, currency } = view;
  const { labels, numbered } = locale;
  const isWhole = parts.length <= 1 && credit + returning === 0;
  if (isWhole && surcharge === 0) return html``;
  const { number } = parts[0] ?? invoice;
  const rows = [
    ...(isWhole ? [{ number, amount: subtract(amount, surcharge) }] : parts).map((part) => ({
      label: fill(numbered.invoice, { number: part.number }),
      amount: part.amount,
    })),
    ...(credit > 0 ? [{ label: labels.credit, amount: credit }] : []),
    ...(returning > 0 ? [{ label: labels.returning, amount: returning }] : []),
    ...(refunded > 0 && !isWhole ? [{ label: backLabel(view, locale), amount: refunded }] : []),
    ...(surcharge > 0 ? [{ label: labels.fee, amount: surcharge }] : []),
  ];
  return html`<table>
<caption class="sr">${labels.whatItPaid}</caption>
<thead><tr><th scope="col">${labels.whatItPaid}</th><th scope="col" class="ra">${labels.amount}</th></tr></thead>
<tbody>${rows.map(({ label, amount }) => html`<tr><td>${label}</td><td class="ra">${money(amount, currency)}</td></tr>`)}</tbody>
</table>`;
}

function sums(view: ReceiptView, locale: PageLocale): Html {
  const { amount, refunded, invoice, today, currency } = view;
  const { labels, language } = locale;
  const owedOn = { number: invoice.number, date: formatDate(today, language) };
  const rows: { label: string; amount: Minor }[] = [
    ...(refunded > 0 ? [{ label: backLabel(view, locale), amount: subtract(ZERO, refunded) }] : []),
    ...unpaidParts(view, locale),
    ...(invoice.cancelled ? [] : [{ label: fill(labels.stillOwedOn, owedOn), amount: invoice.owed }]),
  ];
  return html`<dl class="sums first-grand">
<div class="grand"><dt>${labels.paid}</dt><dd>${money(amount, currency)}</dd></div>
${rows.map((row) => html`<div><dt>${row.label}</dt><dd>${money(row.amount, currency)}</dd></div>`)}</dl>
${when(invoice.offer !== null, () => html`<p class="notice">${offerText(view, locale)}</p>`)}`;
}

function foot({ publicId, code }: ReceiptView, publicUrl: string, { receipt }: PageLocale): Html {
  const url = `${publicUrl}/receipt/${publicId}`;
  const typed = (address: string) => html`<span class="url">${address.replace(/^https?:\/\//, '')}</span>`;
  return html`<div class="foot">${qrCode(url, receipt.qr)}<div><b>${receipt.online}</b>${typed(url)}
<p>${fillHtml(receipt.checkThis, { address: typed(`${publicUrl}/verify`), code: html`<b class="num">${code}</b>` })}</p></div></div>`;
}
