import { html } from 'hono/html';
import { inks } from '#core/cloth.ts';
import { formatDate } from '#core/dates.ts';
import { type Minor, subtract, ZERO } from '#core/money.ts';
import type { ReceiptView } from '#server/modules/payments/receipt-view.ts';
import { type Html, money, when } from '../pay/components.ts';
import { clothEdge, from } from '../pay/letterhead.ts';
import { qrCode } from '../pay/qr.ts';
import { paymentFacts, refundText, stateOf } from './format.ts';

/** The receipt as a document, light in both themes, on its business's cloth. */
export function receiptDocument(view: ReceiptView, publicUrl: string): Html {
  const ground = inks(view.business.primaryColor, view.business.secondaryColor)[0];
  return html`<article class="paper" aria-label="Receipt ${view.number}" style="--ground:${ground}">
${clothEdge(view.business, view.number)}
<div class="sheet">
${heading(view)}
${when(view.refunded > 0, () => html`<p class="notice">${refundText(view)}</p>`)}
${facts(view)}
${shares(view)}
${sums(view)}
${foot(view, publicUrl)}
</div>
</article>`;
}

function heading(view: ReceiptView): Html {
  const { text, tone } = stateOf(view);
  return html`<header>
<div><h2>Receipt</h2><p class="no">${view.number}</p><p class="stamp${tone === 'ok' ? '' : ' off'}">${text}</p></div>
${from(view.business)}
</header>`;
}

function facts(view: ReceiptView): Html {
  const { customer, invoice } = view;
  const remainingFacts = paymentFacts(view).filter(({ label }) => label !== 'Invoice');
  return html`<dl class="meta two">
<div><dt>Received from</dt><dd><b>${customer.name}</b>${when(customer.email !== '', () => html`<br>${customer.email}`)}</dd></div>
<div><dt>For</dt><dd><b>Invoice ${invoice.number}</b>${when(invoice.title !== '', () => html`<br>${invoice.title}`)}</dd></div>
${remainingFacts.map(({ label, text }) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}
</dl>`;
}

// Where all of it went to one invoice, the sums say enough.
function shares({ shares: parts, credit, currency }: ReceiptView): Html {
  if (parts.length <= 1 && credit === 0) return html``;
  const rows = [
    ...parts.map(({ number, amount }) => ({ label: `Invoice ${number}`, amount })),
    ...(credit > 0 ? [{ label: 'Kept for the customer as credit', amount: credit }] : []),
  ];
  return html`<table>
<caption class="sr">What it paid</caption>
<thead><tr><th scope="col">What it paid</th><th scope="col" class="ra">Amount</th></tr></thead>
<tbody>${rows.map(({ label, amount }) => html`<tr><td>${label}</td><td class="ra">${money(amount, currency)}</td></tr>`)}</tbody>
</table>`;
}

function sums({ amount, refunded, invoice, today, currency }: ReceiptView): Html {
  const rows: { label: string; amount: Minor }[] = [
    ...(refunded > 0 ? [{ label: 'Given back', amount: subtract(ZERO, refunded) }] : []),
    ...(invoice.cancelled
      ? []
      : [{ label: `Still owed on ${invoice.number} on ${formatDate(today)}`, amount: invoice.owed }]),
  ];
  return html`<dl class="sums first-grand">
<div class="grand"><dt>Paid</dt><dd>${money(amount, currency)}</dd></div>
${rows.map((row) => html`<div><dt>${row.label}</dt><dd>${money(row.amount, currency)}</dd></div>`)}</dl>`;
}

function foot({ publicId, code }: ReceiptView, publicUrl: string): Html {
  const url = `${publicUrl}/receipt/${publicId}`;
  return html`<div class="foot">${qrCode(url, 'QR code of this page')}<div><b>See this receipt online</b><span class="url">${url.replace(/^https?:\/\//, '')}</span>
<p>Check this paper: <span class="url">${publicUrl.replace(/^https?:\/\//, '')}/verify</span> <b class="num">${code}</b></p></div></div>`;
}
