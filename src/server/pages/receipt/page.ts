import { html } from 'hono/html';
import { fill } from '#core/fill.ts';
import { formatMoney } from '#core/money.ts';
import { paymentFacts } from '#core/receipt/document.ts';
import {
  evidenceText,
  offerText,
  paidOnText,
  refundText,
  stateOf,
  unpaidParts,
} from '#core/receipt/texts.ts';
import type { ReceiptView } from '#server/modules/payments/receipt-view.ts';
import { localHref, type PageLocale } from '../locales/locales.ts';
import {
  allInvoices,
  bigSign,
  businessLine,
  fillHtml,
  type Html,
  icon,
  money,
  shareLink,
  when,
} from '../pay/components.ts';
import { layout, type PageSetting } from '../pay/layout.ts';
import { receiptPaper } from './document.ts';

type Setting = PageSetting & { publicUrl: string };

/** The public page of the receipt of one payment. */
export function receiptPage(view: ReceiptView, setting: Setting): Html {
  const { locale, publicUrl } = setting;
  const { receipt, pay, labels } = locale;
  const url = `${publicUrl}/receipt/${view.publicId}`;
  const main = html`<main class="wrap" id="main">
<section class="pay" aria-labelledby="headline">
${businessLine(view.business, locale)}
${headline(view, locale)}
<div class="cut" aria-hidden="true"></div>
${became(view, locale)}
${facts(view, locale)}
<div class="act"><a class="btn main" href="/api/receipt/${view.publicId}/pdf" download>${icon('download')}${pay.received.receipt}</a></div>
${allInvoices(view.business, locale)}
</section>
<section class="doc" aria-label="${labels.receipt}">
${tools(view, url, locale)}
${receiptPaper(view, publicUrl, locale)}
</section>
</main>`;
  // Everybody in the chat sees a link's preview, so it shows neither amount nor customer.
  return layout(
    {
      title: fill(receipt.title, { business: view.business.name }),
      description: receipt.description,
      shared: null,
      business: view.business,
      testMode: view.testMode,
      ...setting,
    },
    main,
  );
}

function headline(view: ReceiptView, locale: PageLocale): Html {
  const { number, customer, amount, currency, timeZone } = view;
  const { text, tone } = stateOf(view, locale.language);
  // The green of money somebody else has seen is not for what the business only says.
  const seenTone = view.evidence === 'provider' ? tone : 'warn';
  return html`<div class="top">
<p class="for">${fillHtml(locale.numbered.forCustomer, { number, customer: customer.name })}</p>
<h1 class="amount" id="headline" tabindex="-1" style="--chars:${formatMoney(amount, currency).length}"><span class="sr">${locale.receipt.amount} </span>${money(amount, currency)}</h1>
<p class="due"><span class="badge ${seenTone}">${text}</span><span>${paidOnText(view, timeZone, locale.language)}</span></p>
</div>`;
}

function became(view: ReceiptView, locale: PageLocale): Html {
  const { business, refunded, amount, provider, evidence, undone } = view;
  const { receipt, pay } = locale;
  if (undone)
    return html`<div class="landed">${bigSign('back', 'warn')}<h2 class="say">${receipt.undone}</h2><p class="note">${fillHtml(receipt.undoneBy, { business: business.name })}</p></div>`;
  const recorded = when(
    evidence !== 'provider',
    () => html`<p class="note">${evidenceText(view, locale.language)}</p>`,
  );
  if (refunded > 0)
    return html`<div class="landed">${bigSign('back', 'warn')}<h2 class="say">${refunded < amount ? receipt.partRefunded : receipt.refunded}</h2><p class="note">${refundText(view, locale.language)}</p>${recorded}</div>`;
  if (evidence !== 'provider') return html`<div class="landed">${recorded}</div>`;
  return html`<div class="landed">${bigSign('tick', 'ok')}<h2 class="say">${pay.attempts.paid.title}</h2><p class="note">${fillHtml(receipt.received, { business: business.name, provider })}</p></div>`;
}

function facts(view: ReceiptView, locale: PageLocale): Html {
  const { invoice, currency } = view;
  return html`<dl class="rows">
${paymentFacts(view, locale.language).map(({ label, lines }) => html`<div><dt>${label}</dt><dd class="${label === locale.labels.reference ? 'ref' : ''}">${lines[0]}</dd></div>`)}
${unpaidParts(view, locale.language).map(({ label, amount }) => html`<div><dt>${label}</dt><dd>${money(amount, currency)}</dd></div>`)}
${when(!invoice.cancelled, () => html`<div><dt>${fill(locale.labels.stillOwed, { number: invoice.number })}</dt><dd>${money(invoice.owed, currency)}</dd></div>`)}
</dl>
${when(invoice.offer !== null, () => html`<p class="known">${offerText(view, locale.language)}</p>`)}`;
}

function tools({ business, number }: ReceiptView, url: string, locale: PageLocale): Html {
  const shareText = fill(locale.receipt.share, { business: business.name, number });
  return html`<div class="tools">
${shareLink(shareText, url, locale)}
<a class="btn plain" href="${localHref('/verify', locale)}">${icon('shield')}${locale.receipt.check}</a>
</div>`;
}
