import { html, raw } from 'hono/html';
import { formatDate, formatLongDate } from '#core/dates.ts';
import { formatMoney, type Minor, minorToMajor } from '#core/money.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';
import type { PayAssets } from './assets.ts';
import { bigSign, businessLine, copyButton, type Html, icon, money, when } from './components.ts';
import { dueText, formatMoment, linkExpired, methodNames } from './format.ts';
import { invoiceDocument } from './invoice-document.ts';
import { layout } from './layout.ts';
import { checkoutLink, paymentOptions } from './methods.ts';

/** Page settings beside the invoice's data. */
export type Setting = {
  now: Date;
  publicUrl: string;
  assets: PayAssets;
  lite: boolean;
  /** Set after a return from a provider that has not confirmed a payment yet. */
  checking?: boolean;
};

/** The public page of one invoice, in whichever state it is. */
export function payPage(view: PayView, setting: Setting): Html {
  const { title, description } = headlineFor(view);
  const payUrl = `${setting.publicUrl}/pay/${view.publicId}`;
  const account = view.checkout?.account?.accountNumber ?? '';
  const main = html`<main class="wrap" id="main" data-id="${view.publicId}" data-state="${view.state}" data-balance="${minorToMajor(view.balance)}" data-account="${account}"${view.state === 'open' && !view.checkout ? raw(' data-down') : ''}${isChecking(view, setting) ? raw(' data-checking') : ''}>
<section class="pay" aria-labelledby="headline">
${businessLine(view.business)}
${headline(view)}
<div class="cut" aria-hidden="true"></div>
${body(view, setting)}
</section>
<section class="doc" aria-label="Invoice">
${tools(view, payUrl)}
${invoiceDocument(view, payUrl)}
</section>
${quickBar(view)}
</main>`;
  return layout(
    {
      title,
      description,
      shared: sharedOf(view, payUrl),
      business: view.business,
      testMode: view.testMode,
      ...setting,
    },
    main,
  );
}

/** A page with one message, for links that lead nowhere and for trouble of ours. */
export function messagePage(
  { title, text, retry }: { title: string; text: string; retry: string | null },
  setting: Omit<Setting, 'now' | 'publicUrl'>,
): Html {
  const main = html`<main class="wrap one" id="main"><section class="pay message">
${bigSign(retry ? 'cloud' : 'closed', 'plain')}<h1 class="say" id="headline" tabindex="-1">${title}</h1><p class="note">${text}</p>
${when(retry, () => html`<a class="btn main" href="${retry}">Try again</a>`)}
</section></main>`;
  return layout(
    { title, description: text, shared: null, business: null, testMode: false, ...setting },
    main,
  );
}

function headlineFor({ state, balance, paid, currency, business, number, due }: PayView): {
  title: string;
  description: string;
} {
  if (state === 'paid')
    return {
      title: `Receipt: ${formatMoney(paid, currency)} to ${business.name}`,
      description: `Invoice ${number} from ${business.name} is paid.`,
    };
  if (state === 'cancelled')
    return {
      title: `Invoice ${number} was cancelled`,
      description: `${business.name} has cancelled this invoice.`,
    };
  return {
    title: `Pay ${formatMoney(balance, currency)} to ${business.name}`,
    description: `Invoice ${number} from ${business.name}, due ${formatDate(due)}.`,
  };
}

// Everybody in the chat sees a preview, so it shows neither amount nor customer.
const sharedOf = ({ business }: PayView, url: string) => ({
  title: `Invoice from ${business.name}`,
  description: 'See it, pay it, and get your receipt at once.',
  url,
});

function headline(view: PayView): Html {
  const shown = view.state === 'paid' ? view.paid : view.state === 'cancelled' ? view.total : view.balance;
  return html`<div class="top">
<p class="for">${view.number} for ${view.customer.name}</p>
<h1 class="amount" id="headline" tabindex="-1" style="--chars:${formatMoney(shown, view.currency).length}"><span class="sr">${headlineTitle(view)} </span>${money(shown, view.currency)}</h1>
<p class="due">${dueLine(view)}</p>
${when(view.state === 'open' && view.paid > 0, () => progress(view))}
</div>`;
}

function headlineTitle({ state, paid }: PayView): string {
  if (state === 'paid') return 'Paid:';
  if (state === 'cancelled') return 'Cancelled:';
  return paid > 0 ? 'Left to pay:' : 'To pay:';
}

function dueLine(view: PayView): Html {
  const { state, due } = view;
  if (state === 'paid')
    return html`<span class="badge ok">Paid</span>${when(view.payments[0], () => html`<span>${formatMoment(latestOf(view).paidAt)}</span>`)}`;
  if (state === 'cancelled') return html`<span class="badge plain">Cancelled</span>`;
  const { text, tone } = dueText(view);
  return html`<span class="badge ${tone}">${text}</span><time datetime="${due}">${formatLongDate(due)}</time>`;
}

function progress({ paid, total, balance, currency }: PayView): Html {
  const percent = Math.min(100, Math.floor((paid / total) * 100));
  return html`<div class="part"><div class="bar" aria-hidden="true"><span style="width:${percent}%"></span></div>
<p><span>Paid <b class="num">${formatMoney(paid, currency)}</b> of <span class="num">${formatMoney(total, currency)}</span></span><span>Left <b class="num">${formatMoney(balance, currency)}</b></span></p></div>`;
}

const isChecking = (view: PayView, { checking = false }: Setting) =>
  view.state === 'open' && (checking || view.pending.length > 0);

function body(view: PayView, setting: Setting): Html {
  const { now } = setting;
  if (view.state === 'paid') return receipt(view);
  if (view.state === 'cancelled') return cancelled(view);
  if (linkExpired(view)) return expired(view);
  return html`${when(isChecking(view, setting), () => unconfirmed(view))}${view.checkout ? paymentOptions(view, view.checkout, now) : unavailable(view)}
${when(view.payments.length > 0, () => html`<h2 class="sub">Paid so far</h2>${paymentRows(view)}`)}
<p class="safe">${icon('shield')}<span>Payments go through a licensed provider. ${view.business.name} never sees your card or bank details.</span></p>`;
}

// A claimed or pending payment is never shown as received.
function unconfirmed({ publicId, pending, currency, checkout }: PayView): Html {
  const [first] = pending;
  const provider = checkout?.provider ?? 'The payment provider';
  return html`<div class="told" role="status"><p><b>${first ? html`${formatMoney(first.amount, currency)} is on its way` : 'We are checking for your payment'}</b></p>
<p>${provider} has not confirmed it yet. If you have paid, please do not pay again. <span class="only-js">This page updates by itself.</span></p>
<p>If you have not paid, you can pay below. <a href="/pay/${publicId}?back=1">Check again</a></p></div>`;
}

function receipt(view: PayView): Html {
  return html`<div class="landed">${bigSign('tick', 'ok')}<h2 class="say">Payment received</h2><p class="note">Thank you. ${view.business.name} has been told, and there is nothing left to pay.</p></div>
${when(view.payments.length > 1, () => html`<h2 class="sub">Your receipts</h2>`)}${paymentRows(view)}
${receiptButton(view)}`;
}

// Of several payments each has its own, beside it.
function receiptButton({ payments, publicId }: PayView): Html {
  const [only, ...rest] = payments;
  const address =
    only?.receipt && rest.length === 0
      ? `/api/receipt/${only.receipt.publicId}/pdf`
      : `/api/pay/${publicId}/pdf`;
  const linkText = address.startsWith('/api/receipt/') ? 'Download receipt' : 'Download paid invoice';
  return html`<div class="act"><a class="btn main" href="${address}" download>${icon('download')}${linkText}</a></div>`;
}

function paymentRows({ payments, currency }: PayView): Html {
  return html`${payments.map(
    (payment) => html`<dl class="rows">
<div><dt>Amount</dt><dd>${money(payment.amount, currency)}</dd></div>
<div><dt>Date</dt><dd>${formatMoment(payment.paidAt)}</dd></div>
<div><dt>Method</dt><dd>${methodNames[payment.method]}</dd></div>
<div><dt>Reference</dt><dd class="ref">${payment.reference}</dd></div>
${receiptRow(payment.receipt)}</dl>`,
  )}`;
}

function receiptRow(receipt: PayView['payments'][number]['receipt']): Html {
  return when(
    receipt,
    () => html`<div><dt>Receipt</dt><dd><a href="/receipt/${receipt?.publicId ?? ''}">${receipt?.number ?? ''}</a></dd></div>
`,
  );
}

function cancelled(view: PayView): Html {
  return html`<div class="landed">${bigSign('closed', 'plain')}<h2 class="say">This invoice was cancelled</h2><p class="note">Please do not pay it. If you think that this is a mistake, write to <a href="mailto:${view.business.email}">${view.business.email}</a>.</p></div>
${when(view.payments.length > 0, () => html`<h2 class="sub">Paid before</h2>${paymentRows(view)}`)}`;
}

function expired(view: PayView): Html {
  const { business, due, number } = view;
  const subject = encodeURIComponent(`New payment link for invoice ${number}`);
  return html`<div class="landed">${bigSign('closed', 'warn')}<h2 class="say">This payment link has expired</h2><p class="note">The invoice was due on ${formatDate(due)}. Please do not pay from this page. ${business.name} can send you a new link.</p>
<a class="btn main" href="mailto:${business.email}?subject=${subject}">Ask for a new link</a></div>
${when(view.payments.length > 0, () => html`<h2 class="sub">Paid so far</h2>${paymentRows(view)}`)}`;
}

function unavailable({ publicId, business, number }: PayView): Html {
  const subject = encodeURIComponent(`Paying invoice ${number}`);
  return html`<div class="landed">${bigSign('cloud', 'warn')}<h2 class="say">Payments are briefly unavailable</h2><p class="note">We cannot reach the payment provider. Nothing was charged. Please try again in a few minutes, or ask ${business.name} how to pay: <a href="mailto:${business.email}?subject=${subject}">${business.email}</a>.</p>
<a class="btn main" href="/pay/${publicId}">Try again</a></div>`;
}

function tools(view: PayView, payUrl: string): Html {
  const shareText = `${view.business.name}: ${sharedAmount(view)}`;
  return when(
    view.state !== 'cancelled',
    () => html`<div class="tools">
<a class="btn plain" href="https://wa.me/?text=${encodeURIComponent(`${shareText}\n${payUrl}`)}" rel="noreferrer" data-share="${payUrl}" data-share-text="${shareText}">${icon('share')}<span data-label>Share</span></a>
<a class="btn plain" href="/api/pay/${view.publicId}/pdf" download>${icon('download')}Download PDF</a>
</div>`,
  );
}

function sharedAmount({ state, paid, balance, currency, due, number }: PayView): string {
  const sum = (amount: Minor) => formatMoney(amount, currency);
  return state === 'paid'
    ? `invoice ${number}, ${sum(paid)}, paid`
    : `invoice ${number}, ${sum(balance)}, due ${formatDate(due)}`;
}

function quickBar(view: PayView): Html {
  const { checkout } = view;
  const sum = (label: string, amount: Minor) =>
    html`<div><small>${label}</small><b class="num">${formatMoney(amount, view.currency)}</b></div>`;
  if (!checkout || linkExpired(view)) return html``;
  if (!checkout.account)
    return html`<div class="quick" role="group" aria-label="Quick pay">${sum('To pay', checkout.amount)}<a class="btn main" href="${checkoutLink(checkout) ?? '#ways'}">Pay now</a></div>`;
  return html`<div class="quick" role="group" aria-label="Quick pay">${sum('Send exactly', checkout.amount)}
<a class="btn main nojs" href="#bank-transfer">See account</a>
${copyButton({ text: checkout.account.accountNumber, label: 'Copy account number', copiedText: 'Copied. The account number is on your clipboard', kind: 'main' })}</div>`;
}

const latestOf = ({ payments }: PayView) =>
  payments.reduce((latest, payment) => (payment.paidAt > latest.paidAt ? payment : latest));
