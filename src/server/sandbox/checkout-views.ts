import { html, raw } from 'hono/html';
import { formatMoney, type Minor, ZERO } from '#core/money.ts';
import type { PaymentMethod } from '#server/kernel/ports/index.ts';
import type { PaymentRecord } from './books.ts';
import { type CardForm, groupDigits, testCards } from './cards.ts';
import { accountOf, ussdCodeOf } from './checkouts.ts';
import { field, type Page } from './layout.ts';
import { methodsFor, TEST_OTP } from './rules.ts';
import type { CheckoutRow } from './table.ts';

export const methodNames: Record<PaymentMethod, string> = {
  card: 'Card',
  bank_transfer: 'Bank transfer',
  ussd: 'USSD',
  qr_code: 'QR code',
  wallet: 'Wallet',
};

type CardErrors = Partial<Record<keyof CardForm, string>>;

/** Data of a checkout page. `attempt` makes a form that is sent twice charge once. */
export type View = {
  checkout: CheckoutRow;
  method: PaymentMethod;
  attempt: string;
  received: Minor;
  card: CardForm;
  errors: CardErrors & { amount?: string };
  qrSvg: string;
};

export const pathOf = (checkout: CheckoutRow, rest = '') => `/sandbox/checkout/${checkout.token}${rest}`;

/** Payee, amount and purpose: the head of every checkout page. */
function summary(checkout: CheckoutRow, received: Minor): Page {
  return html`<section class="card">
<h1 class="wrap">Pay ${checkout.business_name}</h1>
<p class="amount">${formatMoney(checkout.amount_minor, checkout.currency)}</p>
<p class="muted wrap">${checkout.description}</p>
${received > 0 ? html`<p class="told">${formatMoney(received, checkout.currency)} has arrived so far.</p>` : ''}
</section>`;
}

/** The ways to pay, and the form of the chosen one. */
export function payViews(view: View): Page[] {
  const { checkout, method } = view;
  return [
    summary(checkout, view.received),
    html`<nav aria-label="Ways to pay">${methodsFor(checkout.currency).map(
      (each) =>
        html`<a href="${pathOf(checkout, `?method=${each}`)}" ${each === method ? raw('aria-current="page"') : ''}>${methodNames[each]}</a>`,
    )}</nav>`,
    sections[method](view),
    html`<form method="post" action="${pathOf(checkout, '/cancel')}"><input type="hidden" name="method" value="${method}">
<button class="quiet">Cancel and go back</button></form>`,
  ];
}

const sections: Record<PaymentMethod, (view: View) => Page> = {
  card: cardSection,
  bank_transfer: transferSection,
  ussd: ussdSection,
  qr_code: qrSection,
  wallet: walletSection,
};

function opening({ checkout, method, attempt }: View): Page {
  return html`<form method="post" action="${pathOf(checkout, `/${method}`)}"><input type="hidden" name="attempt" value="${attempt}">`;
}

function cardSection(view: View): Page {
  const { checkout, card, errors } = view;
  return html`<section class="card"><h2>Pay with a test card</h2>
${opening(view)}
${field({ name: 'number', label: 'Card number', value: card.number, inputmode: 'numeric', placeholder: '9000 0000 0000 0001', error: errors.number })}
<div class="pair">
${field({ name: 'expiry', label: 'Expiry', value: card.expiry, placeholder: '12/30', error: errors.expiry })}
${field({ name: 'cvv', label: 'CVV', value: card.cvv, inputmode: 'numeric', placeholder: '123', error: errors.cvv })}
</div>
<button>Pay ${formatMoney(checkout.amount_minor, checkout.currency)}</button>
</form></section>
<section class="card"><h2>Test cards</h2>
<p class="muted">Choose one to see what your invoice does. Any later expiry and any CVV will do.</p>
<ul class="cards">${testCards.map(
    (
      each,
    ) => html`<li><div><strong>${each.title}</strong><span class="number">${groupDigits(each.number)}</span><span class="muted">${each.text}</span></div>
<a class="use" href="${pathOf(checkout, `?method=card&card=${each.key}`)}" aria-label="Use the card ${each.title}">Use</a></li>`,
  )}</ul></section>`;
}

function transferSection(view: View): Page {
  const { checkout, errors } = view;
  const account = accountOf(checkout);
  const choices = [
    ['exact', `The exact amount, ${formatMoney(checkout.amount_minor, checkout.currency)}`],
    ['less', 'Too little: half of it'],
    ['more', 'Too much: one tenth more'],
    ['late', 'The exact amount, arriving in one minute'],
  ] as const;
  return html`<section class="card"><h2>Transfer to this account</h2>
<dl class="facts tall">
<div><dt>Account number</dt><dd class="big">${account?.accountNumber}</dd></div>
<div><dt>Bank</dt><dd>${account?.bankName}</dd></div>
<div><dt>Account name</dt><dd>${account?.accountName}</dd></div>
</dl></section>
<section class="card"><h2>The test bank app</h2>
${opening(view)}
<fieldset><legend>What do you send?</legend>
${choices.map(
  ([value, text], index) =>
    html`<label class="pick"><input type="radio" name="sent" value="${value}" ${index === 0 ? raw('checked') : ''}>${text}</label>`,
)}</fieldset>
${field({ name: 'amount', label: 'Or another amount', inputmode: 'decimal', placeholder: '5000', hint: 'Leave empty to send what is chosen above', error: errors.amount })}
<button>I have sent it</button>
</form></section>`;
}

const verdict = html`<div class="pair"><button name="outcome" value="approve">Approve</button><button class="quiet" name="outcome" value="decline">Decline</button></div>`;

function ussdSection(view: View): Page {
  return html`<section class="card"><h2>Dial this code</h2>
<p class="big">${ussdCodeOf(view.checkout.account_number ?? '')}</p>
<p class="muted">On a real phone the bank asks for a PIN. Here you decide what the bank answers.</p>
${opening(view)}${verdict}</form></section>`;
}

function qrSection(view: View): Page {
  return html`<section class="card"><h2>Scan to pay</h2>
<div class="qr" role="img" aria-label="QR code that opens this page">${raw(view.qrSvg)}</div>
<p class="muted">Scan it with a phone that can reach this address, or decide here what the scan leads to.</p>
${opening(view)}${verdict}</form></section>`;
}

function walletSection(view: View): Page {
  return html`<section class="card"><h2>Sandbox Wallet</h2>
<p>Your test wallet asks: pay <strong>${formatMoney(view.checkout.amount_minor, view.checkout.currency)}</strong> to <strong class="wrap">${view.checkout.business_name}</strong>?</p>
${opening(view)}${verdict}</form></section>`;
}

/** The page for a card's one-time code. */
export function codeView(checkout: CheckoutRow, payment: PaymentRecord, error: string | undefined): Page[] {
  return [
    summary(checkout, ZERO),
    html`<section class="card"><h2>Enter the code from your bank</h2>
<form method="post" action="${pathOf(checkout, `/result/${payment.transaction_id}`)}">
${field({ name: 'code', label: 'Code', inputmode: 'numeric', hint: `The test code is ${TEST_OTP}. Three wrong ones end the payment.`, error })}
<button>Confirm</button></form></section>`,
  ];
}

/** A pending payment. The page refreshes by itself. */
export function waitingView(checkout: CheckoutRow, payment: PaymentRecord, returnUrl: string): Page[] {
  const message =
    payment.method === 'bank_transfer' ? 'Your transfer is on its way' : 'Your payment is being processed';
  return [
    html`<section class="card" aria-live="polite"><span><span class="pill warn">Pending</span></span><h1>${message}</h1>
<p class="amount">${formatMoney(payment.amount_minor, payment.currency)}</p>
<p class="muted">This page looks again every few seconds. You may also leave: the payment goes on without you.</p>
<a class="button quiet" href="${returnUrl}">Back to ${checkout.business_name}</a></section>`,
  ];
}

/** A payment that came to nothing. */
export function failedView(checkout: CheckoutRow, payment: PaymentRecord, returnUrl: string): Page[] {
  const cancelled = payment.status === 'cancelled';
  return [
    html`<section class="card" role="alert"><span><span class="pill bad">${cancelled ? 'Cancelled' : 'Failed'}</span></span>
<h1>${cancelled ? 'This payment was cancelled' : 'This payment did not go through'}</h1>
${payment.note ? html`<p>${payment.note}.</p>` : ''}<p class="muted">No money was taken.</p>
<a class="button" href="${pathOf(checkout, `?method=${payment.method}`)}">Try again</a>
<a class="button quiet" href="${returnUrl}">Back to ${checkout.business_name}</a></section>`,
  ];
}

/** A checkout that has all its money. */
export function paidView(checkout: CheckoutRow, received: Minor, returnUrl: string): Page[] {
  return [
    html`<section class="card"><span><span class="pill ok">Paid</span></span><h1 class="wrap">${checkout.business_name} has been paid</h1>
<p class="amount">${formatMoney(received, checkout.currency)}</p>
<p class="muted">To send more money to it anyway, use the <a href="/sandbox">control panel</a>.</p>
<a class="button" href="${returnUrl}">Back to ${checkout.business_name}</a></section>`,
  ];
}

/** A page with only a message. */
export function messageView(title: string, text: string): Page[] {
  return [html`<section class="card"><h1>${title}</h1><p>${text}</p></section>`];
}
