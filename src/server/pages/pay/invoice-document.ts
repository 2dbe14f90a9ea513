import { html, raw } from 'hono/html';
import { inks } from '#core/cloth.ts';
import {
  type DateFact,
  type Fact,
  type InvoiceDocument,
  invoiceDocument,
  smallPrintOf,
} from '#core/invoice/document.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';
import { type Html, isolated, money, when } from './components.ts';
import { formatQuantity, linesOf, linkExpired } from './format.ts';
import { clothEdge, from } from './letterhead.ts';
import { qrCode } from './qr.ts';

/** The invoice as a document, light in both themes, on its business's cloth. */
export function invoiceSheet(view: PayView, payUrl: string): Html {
  const { business } = view;
  const document = invoiceDocument(view.facts, view.lines, business, view.language);
  const { labels, number } = document;
  const ground = inks(business.primaryColor, business.secondaryColor)[0];
  return html`<article class="paper"${document.language === 'en' ? '' : html` lang="${document.language}"`} aria-label="${labels.invoice} ${number}" style="--ground:${ground}">
${clothEdge(business, number)}
<div class="sheet">
${heading(document, business)}
${meta(document)}
${when(document.title, () => html`<h3>${isolated(document.title)}</h3>`)}
${linesOf(document.description).map((line) => html`<p class="about">${line}</p>`)}
${items(document)}
${totals(document)}
${when(view.state === 'open' && !linkExpired(view), () => footBox(document, payUrl))}
${smallPrint(document)}
</div>
</article>`;
}

function heading({ labels, number, status }: InvoiceDocument, business: PayView['business']): Html {
  return html`<header>
<div><h2>${labels.invoice}</h2><p class="no">${number}</p>${when(status.paid, () => html`<p class="stamp">${labels.paid}</p>`)}${when(status.cancelled, () => html`<p class="stamp off">${labels.cancelled}</p>`)}</div>
${from(business)}
</header>`;
}

function meta({ labels, to, issued, due, references }: InvoiceDocument): Html {
  return html`<dl class="meta">
<div><dt>${labels.billedTo}</dt><dd><b>${isolated(to.name)}</b>${to.lines.map((line) => html`<br>${line}`)}</dd></div>
${day(issued)}
${day(due)}
${references.map(reference)}</dl>`;
}

const day = ({ label, value, date }: DateFact): Html =>
  html`<div><dt>${label}</dt><dd><time datetime="${date}">${value}</time></dd></div>`;

const reference = ({
  label,
  value,
}: Fact): Html => html`<div class="wide"><dt>${label}</dt><dd>${value}</dd></div>
`;

function items({ labels, lines, currency }: InvoiceDocument): Html {
  return html`<table>
<caption class="sr">${labels.items}</caption>
<thead><tr><th scope="col">${labels.item}</th><th scope="col" class="ra q">${labels.quantity}</th><th scope="col" class="ra r">${labels.rate}</th><th scope="col" class="ra">${labels.total}</th></tr></thead>
<tbody>${lines.map(
    (line) => html`<tr>
<td>${line.description}${when(
      line.note !== '',
      () => html`<small>${line.note}</small>`,
    )}<small class="each">${formatQuantity(line.quantity)} × ${money(line.rate, currency)}</small></td>
<td class="ra q num">${formatQuantity(line.quantity)}</td><td class="ra r">${money(line.rate, currency)}</td><td class="ra">${money(line.total, currency)}</td>
</tr>`,
  )}</tbody>
</table>`;
}

function totals({ totals: rows, currency }: InvoiceDocument): Html {
  return html`<dl class="sums">${rows.map(
    ({ label, amount }, at) =>
      html`${raw(at === rows.length - 1 ? '\n<div class="grand">' : '<div>')}<dt>${label}</dt><dd>${money(amount, currency)}</dd></div>`,
  )}</dl>`;
}

function footBox({ labels }: InvoiceDocument, payUrl: string): Html {
  return html`<div class="foot">${qrCode(payUrl, labels.pageQr)}<div><b>${labels.scanToPay}</b><span class="url">${payUrl.replace(/^https?:\/\//, '')}</span>
<p>${labels.scanHint}</p></div></div>`;
}

function smallPrint(document: InvoiceDocument): Html {
  const lines = smallPrintOf(document, linesOf);
  return when(
    lines.length > 0,
    () => html`<div class="small">${lines.map((line) => html`<p>${line}</p>`)}</div>`,
  );
}
