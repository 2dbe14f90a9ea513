import { html, raw } from 'hono/html';
import type { Selectable } from 'kysely';
import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import type { PaymentRecord } from './books.ts';
import { methodNames } from './checkout-views.ts';
import { stamp } from './forms.ts';
import { chooser, field, type Page } from './layout.ts';
import { fact, head, list, pill, postButton } from './panel-parts.ts';
import type { PayoutRecord } from './payouts.ts';
import { type Refused, reversalForm } from './refunds-view.ts';
import type { AttemptRow, CheckoutRow, PaymentRow, WebhookRow } from './table.ts';

export const sections = [
  { path: '', text: 'Checkouts' },
  { path: '/payments', text: 'Payments' },
  { path: '/refunds', text: 'Refunds' },
  { path: '/payouts', text: 'Payouts' },
  { path: '/notices', text: 'Notices' },
  { path: '/settings', text: 'Behaviour' },
] as const;
export type Section = (typeof sections)[number]['path'];

export function navigation(current: Section): Page {
  return html`<nav class="bar" aria-label="Control panel">${sections.map(
    ({ path, text }) =>
      html`<a href="/sandbox${path}" ${path === current ? raw('aria-current="page"') : ''}>${text}</a>`,
  )}</nav>`;
}

/** Actions without a checkout's own page. `problems` stand under their fields. */
export function moneyForms(values: Record<string, string>, problems: Record<string, string>): Page {
  return html`<section class="columns">
<div class="card"><h2>Pay an account number</h2><p class="muted">Part of it, too much, late, or after it was paid: an account takes whatever arrives.</p>
<form method="post" action="/sandbox/pay">
${field({ name: 'account', label: 'Account number', value: values.account, inputmode: 'numeric', error: problems.account })}
${field({ name: 'amount', label: 'Amount in naira', value: values.amount, inputmode: 'decimal', hint: 'Leave empty for what the checkout asks', error: problems.amount })}
${chooser(
  'when',
  'It arrives',
  [
    { value: '0', text: 'Now' },
    { value: '10', text: 'In 10 seconds' },
    { value: '60', text: 'In one minute' },
    { value: '3600', text: 'In one hour' },
    { value: '86400', text: 'In one day' },
  ],
  values.when,
)}
<button>Send the transfer</button></form></div>
<div class="card"><h2>Money nobody asked for</h2><p class="muted">A real payment in these books, with a reference the product does not know.</p>
<form method="post" action="/sandbox/orphan">
${field({ name: 'orphan', label: 'Amount', value: values.orphan, inputmode: 'decimal', placeholder: '5000', error: problems.orphan })}
${chooser(
  'currency',
  'Currency',
  [
    { value: 'NGN', text: 'Naira' },
    { value: 'USD', text: 'US dollar' },
  ],
  values.currency,
)}
<button>Send it</button></form>
<h2>A notice about nothing</h2><p class="muted">Properly signed, about a transaction that is not in these books.</p>
${postButton('/ghost', 'Send the notice')}</div></section>`;
}

export function checkoutList(rows: CheckoutRow[], total: number): Page {
  return list(
    'Checkouts',
    total,
    rows.map(
      (
        row,
      ) => html`<div class="row apart"><strong class="big">${formatMoney(row.amount_minor, row.currency)}</strong><span class="muted">${stamp(row.created_at)}</span></div>
<dl class="facts">${fact('Business', row.business_name)}${fact('For', row.description)}${fact('Account number', row.account_number)}${fact('Reference', row.reference)}</dl>
<div class="row"><a class="button quiet" href="/sandbox/checkout/${row.token}">Open the checkout</a>${row.account_number ? html`<a class="button quiet" href="/sandbox?account=${row.account_number}">Pay its account</a>` : ''}</div>`,
    ),
    'No checkout yet. One is made when an invoice is sent or its pay page is opened.',
  );
}

export function paymentList(rows: PaymentRecord[], total: number, refused: Refused | null): Page {
  return list(
    'Payments',
    total,
    rows.map(
      (row) => html`${head(formatMoney(row.amount_minor, row.currency), row.status)}
<dl class="facts">${fact('Method', methodOf(row))}${fact('Fee', formatMoney(row.fee_minor, row.currency))}${fact('Given back', someMoney(row.refunded_minor, row.currency))}${fact('On its way back', someMoney(row.returning_minor, row.currency))}${fact('Made', stamp(row.created_at))}${fact('Paid', stamp(row.paid_at))}${fact('Next', nextOf(row))}${fact('Note', row.note)}${fact('Transaction', row.transaction_id)}${fact('Reference', row.reference)}</dl>
${reversalForm(row, refused)}
<div class="row">${row.status === 'pending' ? [postButton(`/payments/${row.transaction_id}/settle`, 'Complete', { status: 'completed' }), postButton(`/payments/${row.transaction_id}/settle`, 'Fail', { status: 'failed' }), postButton(`/payments/${row.transaction_id}/settle`, 'Cancel', { status: 'cancelled' })] : ''}</div>`,
    ),
    'No payment yet.',
  );
}

function someMoney(amount: Minor, currency: Currency): string {
  return amount > 0 ? formatMoney(amount, currency) : '';
}

function methodOf(row: Pick<PaymentRow, 'method' | 'card_last4'>): string {
  return row.card_last4 ? `${methodNames[row.method]} ending ${row.card_last4}` : methodNames[row.method];
}

function nextOf(row: Pick<PaymentRow, 'plan' | 'next_at'>): string {
  return row.plan ? `${row.plan} at ${stamp(row.next_at)}` : '';
}

export function payoutList(rows: PayoutRecord[], total: number): Page {
  return list(
    'Payouts',
    total,
    rows.map(
      (row) => html`${head(formatMoney(row.amount_minor, row.currency), row.state)}
<dl class="facts">${fact('To', row.account_name)}${fact('Account number', row.account_number)}${fact('Bank code', row.bank_code)}${fact('Made', stamp(row.created_at))}${fact('Settled', stamp(row.settled_at))}${fact('Next', row.next_at ? stamp(row.next_at) : '')}${fact('Reason', row.reason)}${fact('Fee', formatMoney(row.fee_minor, row.currency))}${fact('Reference', row.reference)}</dl>
<div class="row">${row.state === 'processing' ? [postButton('/payouts/settle', 'Complete', { reference: row.reference, to: 'completed' }), postButton('/payouts/settle', 'Fail', { reference: row.reference, to: 'failed' })] : ''}${row.state === 'completed' ? postButton('/payouts/settle', 'Reverse', { reference: row.reference, to: 'reversed' }) : ''}</div>`,
    ),
    'No payout yet. One is made by a withdrawal.',
  );
}

export type WebhookWithAttempts = Selectable<WebhookRow> & { attempts: Selectable<AttemptRow>[] };

export function webhookList(rows: WebhookWithAttempts[], total: number): Page {
  return list(
    'Notices',
    total,
    rows.map(
      (row) => html`<div class="row apart"><strong>${row.type}</strong>${pill(row.state)}</div>
<dl class="facts">${fact('About', row.about)}${fact('Made', stamp(row.created_at))}${fact('Next try', stamp(row.next_at))}${fact('Event', row.event_id)}</dl>
${row.attempts.length > 0 ? html`<details><summary>${row.attempts.length} ${row.attempts.length === 1 ? 'attempt' : 'attempts'}, last ${row.attempts.at(-1)?.response_code ?? 'no answer'}</summary><ul class="cards">${row.attempts.map((one) => html`<li><span>${stamp(one.attempted_at)} <span class="muted">${one.problem ?? 'Accepted'}</span></span><strong>${one.response_code ?? 'none'}</strong></li>`)}</ul></details>` : html`<p class="muted">Never sent.</p>`}
<details><summary>What is sent</summary><code>${row.body}</code></details>
<div class="row">${postButton(`/notices/${row.event_id}/resend`, 'Send again', { copies: '1' })}${postButton(`/notices/${row.event_id}/resend`, 'Send three times', { copies: '3' })}</div>`,
    ),
    'No notice yet. One is written for every payment, refund and payout that is decided.',
  );
}
