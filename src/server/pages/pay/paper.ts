import { html } from 'hono/html';
import { CLOTH_REPEAT, cloth, inks } from '#core/cloth.ts';
import { formatDate } from '#core/dates.ts';
import { minor, type Minor, subtract, ZERO } from '#core/money.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';
import { type Html, money, when } from './parts.ts';
import { qrCode } from './qr.ts';
import { initialsOf, linesOf, linkExpired, percentWords, quantityWords } from './words.ts';

/** The invoice as a sheet of paper, light in both themes, on its business's cloth. */
export function paper(view: PayView, payUrl: string): Html {
  const ground = inks(view.business.primaryColor, view.business.secondaryColor)[0];
  return html`<article class="paper" aria-label="Invoice ${view.number}" style="--ground:${ground}">
<div class="selv" aria-hidden="true" style="background-image:url(${selvedge(view)})"></div>
${microText(view)}
<div class="sheet">
${heading(view)}
${facts(view)}
${when(view.title, () => html`<h3>${view.title}</h3>`)}
${linesOf(view.description).map((line) => html`<p class="about">${line}</p>`)}
${items(view)}
${sums(view)}
${when(view.state === 'open' && !linkExpired(view), () => footBox(payUrl))}
${smallPrint(view)}
</div>
</article>`;
}

// As an image that repeats, the strip is as long as the paper however many items there are.
function selvedge({ business }: PayView): string {
  const strip = cloth(business.id, {
    primary: business.primaryColor,
    secondary: business.secondaryColor,
    columns: 2,
    rows: CLOTH_REPEAT,
    crackle: false,
    idPrefix: 's',
  });
  return `data:image/svg+xml,${encodeURIComponent(strip).replace(/[()']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
}

function microText({ business, number }: PayView): Html {
  const words = [business.name.toUpperCase(), 'GENUINE', number];
  return html`<div class="micro" aria-hidden="true">${[...words, ...words].map((word) => html`<span>${word}</span>`)}</div>`;
}

function heading({ business, number, state }: PayView): Html {
  return html`<header>
<div><h2>Invoice</h2><p class="no">${number}</p>${when(state === 'paid', () => html`<p class="stamp">Paid</p>`)}${when(state === 'cancelled', () => html`<p class="stamp off">Cancelled</p>`)}</div>
<div class="from">${logoOf(business)}<b>${business.name}</b>${business.addressLines.map((line) => html`<span>${line}</span>`)}<span>${business.email}</span></div>
</header>`;
}

function logoOf({ logoUrl, name }: PayView['business']): Html {
  if (logoUrl) return html`<img class="logo" src="${logoUrl}" alt="" height="46" decoding="async">`;
  return when(
    initialsOf(name),
    () => html`<span class="logo initials" aria-hidden="true">${initialsOf(name)}</span>`,
  );
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
<td>${line.description}<small class="each">${quantityWords(line.quantityMicro)} × ${money(line.rate, currency)}</small></td>
<td class="ra q num">${quantityWords(line.quantityMicro)}</td><td class="ra r">${money(line.rate, currency)}</td><td class="ra">${money(line.total, currency)}</td>
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
    { label: `Tax (${percentWords(view.taxBps)}%)`, amount: view.tax },
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

function smallPrint({ terms, notes }: PayView): Html {
  const [first, ...others] = linesOf(terms);
  const lines = [...(first === undefined ? [] : [`Payment terms: ${first}`]), ...others, ...linesOf(notes)];
  return when(
    lines.length > 0,
    () => html`<div class="small">${lines.map((line) => html`<p>${line}</p>`)}</div>`,
  );
}
