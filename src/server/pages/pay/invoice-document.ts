import { html } from 'hono/html';
import { inks } from '#core/cloth.ts';
import { formatDate } from '#core/dates.ts';
import { type Minor, minor, subtract, ZERO } from '#core/money.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';
import { type Html, money, when } from './components.ts';
import { formatPercent, formatQuantity, linesOf, linkExpired } from './format.ts';
import { clothEdge, from } from './letterhead.ts';
import { qrCode } from './qr.ts';

/** The invoice as a document, light in both themes, on its business's cloth. */
export function invoiceDocument(view: PayView, payUrl: string): Html {
  const ground = inks(view.business.primaryColor, view.business.secondaryColor)[0];
  return html`<article class="paper" aria-label="Invoice ${view.number}" style="--ground:${ground}">
${clothEdge(view.business, view.number)}
<div class="sheet">
${heading(view)}
${facts(view)}
${when(view.title, () => html`<h3>${view.title}</h3>`)}
${linesOf(view.description).map((line) => html`<p class="about">${line}</p>`)}
${items(view)}
${sums(view)}
${when(view.state === 'open' && !linkExpired(view), () => footBox(payUrl))}
${finePrint(view)}
</div>
</article>`;
}

function heading({ business, number, state }: PayView): Html {
  return html`<header>
<div><h2>Invoice</h2><p class="no">${number}</p>${when(state === 'paid', () => html`<p class="stamp">Paid</p>`)}${when(state === 'cancelled', () => html`<p class="stamp off">Cancelled</p>`)}</div>
${from(business)}
</header>`;
}

function facts({ customer, issued, due }: PayView): Html {
  return html`<dl class="meta">
<div><dt>Billed to</dt><dd><b>${customer.name}</b>${when(customer.email !== '', () => html`<br>${customer.email}`)}</dd></div>
<div><dt>Issued</dt><dd><time datetime="${issued}">${formatDate(issued)}</time></dd></div>
<div><dt>Due</dt><dd><time datetime="${due}">${formatDate(due)}</time></dd></div>
</dl>`;
}

function items({ items: lines, currency }: PayView): Html {
  return html`<table>
<caption class="sr">Items</caption>
<thead><tr><th scope="col">Item</th><th scope="col" class="ra q">Qty</th><th scope="col" class="ra r">Rate</th><th scope="col" class="ra">Total</th></tr></thead>
<tbody>${lines.map(
    (line) => html`<tr>
<td>${line.description}<small class="each">${formatQuantity(line.quantityMicro)} × ${money(line.rate, currency)}</small></td>
<td class="ra q num">${formatQuantity(line.quantityMicro)}</td><td class="ra r">${money(line.rate, currency)}</td><td class="ra">${money(line.total, currency)}</td>
</tr>`,
  )}</tbody>
</table>`;
}

function sums(view: PayView): Html {
  const less = (amount: Minor) => subtract(ZERO, amount);
  const partPaid = view.paid > 0;
  const rows: { label: string; amount: Minor }[] = [
    { label: 'Subtotal', amount: view.subtotal },
    ...(view.discount > 0 ? [{ label: 'Discount', amount: less(view.discount) }] : []),
    { label: `Tax (${formatPercent(view.taxBps)}%)`, amount: view.tax },
    ...(partPaid
      ? [
          { label: 'Total', amount: view.total },
          { label: 'Paid', amount: less(view.paid) },
        ]
      : []),
  ];
  const last = partPaid
    ? { label: 'Balance', amount: minor(Math.max(0, view.balance)) }
    : { label: 'Total', amount: view.total };
  return html`<dl class="sums">${rows.map(({ label, amount }) => html`<div><dt>${label}</dt><dd>${money(amount, view.currency)}</dd></div>`)}
<div class="grand"><dt>${last.label}</dt><dd>${money(last.amount, view.currency)}</dd></div></dl>`;
}

function footBox(payUrl: string): Html {
  return html`<div class="foot">${qrCode(payUrl, 'QR code of this page')}<div><b>Scan to pay, or open</b><span class="url">${payUrl.replace(/^https?:\/\//, '')}</span>
<p>Choose how to pay there. You get a receipt at once.</p></div></div>`;
}

function finePrint({ terms, notes }: PayView): Html {
  const [first, ...rest] = linesOf(terms);
  const lines = [...(first === undefined ? [] : [`Payment terms: ${first}`]), ...rest, ...linesOf(notes)];
  return when(
    lines.length > 0,
    () => html`<div class="small">${lines.map((line) => html`<p>${line}</p>`)}</div>`,
  );
}
