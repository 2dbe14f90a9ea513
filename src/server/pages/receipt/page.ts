import { html } from 'hono/html';
import { formatMoney } from '#core/money.ts';
import type { ReceiptView } from '#server/modules/payments/receipt-view.ts';
import type { PayAssets } from '../pay/assets.ts';
import { bigSign, businessLine, type Html, icon, money, when } from '../pay/components.ts';
import { formatMoment } from '../pay/format.ts';
import { layout } from '../pay/layout.ts';
import { receiptDocument } from './document.ts';
import { paymentFacts, refundText, stateOf } from './format.ts';

type Setting = { publicUrl: string; assets: PayAssets; lite: boolean };

/** The public page of the receipt of one payment. */
export function receiptPage(view: ReceiptView, setting: Setting): Html {
  const url = `${setting.publicUrl}/receipt/${view.publicId}`;
  const main = html`<main class="wrap" id="main">
<section class="pay" aria-labelledby="headline">
${businessLine(view.business)}
${headline(view)}
<div class="cut" aria-hidden="true"></div>
${became(view)}
${facts(view)}
<div class="act"><a class="btn main" href="/api/receipt/${view.publicId}/pdf" download>${icon('download')}Download receipt</a></div>
</section>
<section class="doc" aria-label="Receipt">
${tools(view, url)}
${receiptDocument(view, setting.publicUrl)}
</section>
</main>`;
  // Everybody in the chat sees a link's preview, so it shows neither amount nor customer.
  return layout(
    {
      title: `Receipt from ${view.business.name}`,
      description: 'The receipt of a payment, with what became of it.',
      shared: null,
      business: view.business,
      testMode: view.testMode,
      ...setting,
    },
    main,
  );
}

function headline(view: ReceiptView): Html {
  const { text, tone } = stateOf(view);
  return html`<div class="top">
<p class="for">${view.number} for ${view.customer.name}</p>
<h1 class="amount" id="headline" tabindex="-1" style="--chars:${formatMoney(view.amount, view.currency).length}"><span class="sr">Receipt: </span>${money(view.amount, view.currency)}</h1>
<p class="due"><span class="badge ${tone}">${text}</span><span>${formatMoment(view.paidAt, view.timeZone)}</span></p>
</div>`;
}

function became(view: ReceiptView): Html {
  const { business, refunded, amount } = view;
  if (refunded > 0)
    return html`<div class="landed">${bigSign('back', 'warn')}<h2 class="say">${refunded < amount ? 'A part was given back' : 'This payment was given back'}</h2><p class="note">${refundText(view)}</p></div>`;
  return html`<div class="landed">${bigSign('tick', 'ok')}<h2 class="say">Payment received</h2><p class="note">${business.name} received this payment. ${view.provider} confirmed it.</p></div>`;
}

function facts(view: ReceiptView): Html {
  const { invoice, currency } = view;
  return html`<dl class="rows">
${paymentFacts(view).map(({ label, text }) => html`<div><dt>${label}</dt><dd class="${label === 'Reference' ? 'ref' : ''}">${text}</dd></div>`)}
${when(!invoice.cancelled, () => html`<div><dt>Still owed on ${invoice.number}</dt><dd>${money(invoice.owed, currency)}</dd></div>`)}
</dl>`;
}

function tools({ business, number }: ReceiptView, url: string): Html {
  const shareText = `${business.name}: receipt ${number}`;
  return html`<div class="tools">
<a class="btn plain" href="https://wa.me/?text=${encodeURIComponent(`${shareText}\n${url}`)}" rel="noreferrer" data-share="${url}" data-share-text="${shareText}">${icon('share')}<span data-label>Share</span></a>
<a class="btn plain" href="/verify">${icon('shield')}Check a paper</a>
</div>`;
}
