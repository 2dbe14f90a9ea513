import { html } from 'hono/html';
import { inks } from '#core/cloth.ts';
import { fill } from '#core/fill.ts';
import { type ReceiptDocument, receiptDocument } from '#core/receipt/document.ts';
import type { ReceiptView } from '#server/modules/payments/receipt-view.ts';
import type { PageLocale } from '../locales/locales.ts';
import { fillHtml, type Html, isolated, money, when } from '../pay/components.ts';
import { clothEdge, from } from '../pay/letterhead.ts';
import { qrCode } from '../pay/qr.ts';

/** The receipt as a document, light in both themes, on its business's cloth. */
export function receiptPaper(view: ReceiptView, publicUrl: string, locale: PageLocale): Html {
  const { business, number } = view;
  const document = receiptDocument(view, locale.language);
  const ground = inks(business.primaryColor, business.secondaryColor)[0];
  return html`<article class="paper" aria-label="${fill(locale.numbered.receipt, { number })}" style="--ground:${ground}">
${clothEdge(business, number)}
<div class="sheet">
<header>
<div><h2>${document.kind}</h2><p class="no">${number}</p><p class="stamp${document.stamp.isGood ? '' : ' off'}">${document.stamp.text}</p></div>
${from(business)}
</header>
${document.notices.map(notice)}
${facts(document)}
${shares(document)}
${sums(document)}
${foot(view, document, publicUrl, locale)}
</div>
</article>`;
}

const notice = (said: string): Html => html`<p class="notice">${said}</p>`;

// The payer and what was paid are what people look for.
function facts({ payer, facts: [purpose, ...others] }: ReceiptDocument): Html {
  const named = [{ label: payer.label, lines: [payer.name, payer.email] }, ...(purpose ? [purpose] : [])];
  return html`<dl class="meta two">
${named.map(({ label, lines: [first = '', second = ''] }) => html`<div><dt>${label}</dt><dd><b>${isolated(first)}</b>${when(second, () => html`<br>${isolated(second)}`)}</dd></div>`)}
${others.map(({ label, lines }) => html`<div><dt>${label}</dt><dd>${lines}</dd></div>`)}
</dl>`;
}

function shares({ shares: told, currency }: ReceiptDocument): Html {
  if (!told) return html``;
  return html`<table>
<caption class="sr">${told.label}</caption>
<thead><tr><th scope="col">${told.label}</th><th scope="col" class="ra">${told.amountLabel}</th></tr></thead>
<tbody>${told.rows.map(({ label, amount }) => html`<tr><td>${label}</td><td class="ra">${money(amount, currency)}</td></tr>`)}</tbody>
</table>`;
}

function sums({ sums: rows, offer, currency }: ReceiptDocument): Html {
  return html`<dl class="sums first-grand">
${rows.map(({ label, amount }, at) => html`<div${at === 0 ? html` class="grand"` : ''}><dt>${label}</dt><dd>${money(amount, currency)}</dd></div>`)}</dl>
${when(offer, () => notice(offer))}`;
}

function foot(
  { publicId, code }: ReceiptView,
  { online }: ReceiptDocument,
  publicUrl: string,
  { receipt }: PageLocale,
): Html {
  const url = `${publicUrl}/receipt/${publicId}`;
  const typed = (address: string) => html`<span class="url">${address.replace(/^https?:\/\//, '')}</span>`;
  return html`<div class="foot">${qrCode(url, receipt.qr)}<div><b>${online}</b>${typed(url)}
<p>${fillHtml(receipt.checkThis, { address: typed(`${publicUrl}/verify`), code: html`<b class="num">${code}</b>` })}</p></div></div>`;
}
