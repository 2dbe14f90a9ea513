import { formatQuantity } from '#core/english.ts';
import { html, raw } from 'hono/html';
import { inks } from '#core/cloth.ts';
import { UNDATED } from '#core/dates.ts';
import {
  type DateFact,
  type Fact,
  type InvoiceDocument,
  invoiceDocument,
  type PrintedDocument,
  smallPrintOf,
} from '#core/invoice/document.ts';
import { partLabels } from '#core/invoice/payment-parts.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';
import { formatMoney } from '#core/money.ts';
import { type Html, isolated, money, when } from './components.ts';
import { linesOf, linkExpired } from './format.ts';
import { clothEdge, from } from './letterhead.ts';
import { qrCode } from './qr.ts';

/** The invoice as a document, light in both themes, on its business's cloth. */
export function invoiceSheet(view: PayView, payUrl: string): Html {
  const document = invoiceDocument(view.facts, view.lines, view.business, view.language);
  const isPayable = view.state === 'open' && !linkExpired(view);
  return documentSheet(
    document,
    view.business,
    when(isPayable, () => footBox(document, payUrl)),
  );
}

/** A document of a business on the screen; `foot` stands above its small print. */
export function documentSheet(
  document: PrintedDocument,
  business: PayView['business'],
  foot: Html = html``,
): Html {
  const { labels, kind, number } = document;
  const ground = inks(business.primaryColor, business.secondaryColor)[0];
  return html`<article class="paper"${document.language === 'en' ? '' : html` lang="${document.language}"`} aria-label="${labels[kind]} ${number}" style="--ground:${ground}">
${clothEdge(business, number)}
<div class="sheet">
${heading(document, business)}
${meta(document)}
${when(document.title, () => html`<h3>${isolated(document.title)}</h3>`)}
${linesOf(document.description).map((line) => html`<p class="about">${line}</p>`)}
${items(document)}
${totals(document)}
${parts(document)}${foot}
${smallPrint(document)}
</div>
</article>`;
}

function heading(document: PrintedDocument, business: PayView['business']): Html {
  const { labels, kind, number } = document;
  const { text, isGood } = stampOf(document);
  return html`<header>
<div><h2>${labels[kind]}</h2><p class="no">${number}</p>${when(text, () => html`<p class="stamp${isGood ? '' : ' off'}">${text}</p>`)}</div>
${from(business)}
</header>`;
}

function stampOf({ status, labels }: PrintedDocument): { text: string | null; isGood: boolean } {
  if (status.paid) return { text: labels.paid, isGood: true };
  if (status.accepted) return { text: labels.accepted, isGood: true };
  if (status.withdrawn) return { text: labels.withdrawn, isGood: false };
  return { text: status.cancelled ? labels.cancelled : null, isGood: false };
}

function meta({ labels, to, issued, due, references }: PrintedDocument): Html {
  return html`<dl class="meta">
<div><dt>${labels.billedTo}</dt><dd><b>${isolated(to.name)}</b>${to.lines.map((line) => html`<br>${line}`)}</dd></div>
${day(issued)}
${due ? day(due) : ''}
${references.map(reference)}</dl>`;
}

const day = ({ label, value, date }: DateFact): Html =>
  html`<div><dt>${label}</dt><dd>${date === UNDATED ? value : html`<time datetime="${date}">${value}</time>`}</dd></div>`;

const reference = ({
  label,
  value,
}: Fact): Html => html`<div class="wide"><dt>${label}</dt><dd>${value}</dd></div>
`;

function items({ labels, lines, currency }: PrintedDocument): Html {
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

function totals({ totals: rows, currency }: PrintedDocument): Html {
  return html`<dl class="sums">${rows.map(
    ({ label, amount }, at) =>
      html`${raw(
        at === rows.length - 1
          ? `\n<div class="grand" style="--chars:${formatMoney(amount, currency).length}">`
          : '<div>',
      )}<dt>${label}</dt><dd>${money(amount, currency)}</dd></div>`,
  )}</dl>`;
}

function parts({ parts: rows, language, currency }: PrintedDocument): Html {
  return when(
    rows.length > 0,
    () => html`<section class="parts"><h3>${partLabels[language].title}</h3><ol>${rows.map(
      ({ label, when: day, amount, note }) =>
        html`<li><span>${isolated(label)}<small>${note === '' ? day : `${day} · ${note}`}</small></span>${money(amount, currency)}</li>`,
    )}</ol></section>
`,
  );
}

function footBox({ labels }: InvoiceDocument, payUrl: string): Html {
  return html`<div class="foot">${qrCode(payUrl, labels.linkQr)}<div><b>${labels.scanToPay}</b><span class="url">${payUrl.replace(/^https?:\/\//, '')}</span>
<p>${labels.scanHint}</p></div></div>`;
}

function smallPrint(document: PrintedDocument): Html {
  const lines = smallPrintOf(document, linesOf);
  return when(
    lines.length > 0,
    () => html`<div class="small">${lines.map((line) => html`<p>${line}</p>`)}</div>`,
  );
}
