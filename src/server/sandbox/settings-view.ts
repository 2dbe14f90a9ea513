import { html, raw } from 'hono/html';
import { formatMoney, minor } from '#core/money.ts';
import { chooser, type Page } from './layout.ts';
import { CHANGING_ACCOUNT, SILENT_ACCOUNT, UNKNOWN_ACCOUNT } from './names.ts';
import { payoutAccounts, payoutAmounts } from './rules.ts';
import type { SandboxSettings } from './settings.ts';
import { type PayoutPlan, payoutPlans, type RefundOutcome, refundOutcomes } from './table.ts';

const delays = [
  ['0', 'At once'],
  ['2000', 'After 2 seconds'],
  ['10000', 'After 10 seconds'],
  ['60000', 'After one minute'],
  ['600000', 'After ten minutes'],
] as const;

const planTexts: Record<PayoutPlan, string> = {
  completed: 'Succeed',
  failed: 'Fail after processing',
  reversed: 'Succeed, then are reversed',
  unknown: 'Succeed, but the answer is lost',
  processing: 'Stay processing',
  lost: 'Are lost on the way',
  refused: 'Are refused at once',
};

const refundTexts: Record<RefundOutcome, string> = {
  completed: 'Succeed',
  failed: 'Fail after processing',
  needs_attention: 'Need somebody to act',
  processing: 'Stay processing',
  lost: 'Succeed, but the answer is lost',
  refused: 'Are refused at once',
};

function checkbox(name: string, text: string, on: boolean): Page {
  return html`<label class="pick"><input type="checkbox" name="${name}" value="yes" ${on ? raw('checked') : ''}>${text}</label>`;
}

/** The switches of the sandbox, and the numbers that decide on their own. */
export function settingsView(settings: SandboxSettings): Page {
  return html`<section class="columns">
<form class="card" method="post" action="/sandbox/settings"><h1>Behaviour</h1>
${chooser(
  'delay',
  'Notices are sent',
  delays.map(([value, text]) => ({ value, text })),
  String(settings.webhookDelayMs),
)}
${chooser(
  'copies',
  'Each notice is sent',
  ['1', '2', '3', '4', '5'].map((value) => ({ value, text: value === '1' ? 'Once' : `${value} times` })),
  String(settings.webhookCopies),
)}
${checkbox('drop', 'Write notices down but send none', settings.webhookDrop)}
${checkbox('reorder', 'Hold every second notice back for 4 seconds', settings.webhookReorder)}
${chooser('payouts', 'New payouts', [{ value: 'by_account', text: 'Follow their account and amount' }, ...payoutPlans.map((value) => ({ value, text: planTexts[value] }))], settings.payoutOutcome)}
${chooser(
  'refunds',
  'New refunds',
  refundOutcomes.map((value) => ({ value, text: refundTexts[value] })),
  settings.refundOutcome,
)}
${checkbox('down', 'Provider down: answer nothing', settings.providerDown)}
<button>Save</button></form>
<div class="card"><h2>Payout accounts that decide</h2>
<ul class="cards">${Object.entries(payoutAccounts).map(([number, { text }]) => html`<li><span>${text}</span><span class="number">${number}</span></li>`)}
<li><span>No such account</span><span class="number">${UNKNOWN_ACCOUNT}</span></li>
<li><span>The bank does not answer a name enquiry</span><span class="number">${SILENT_ACCOUNT}</span></li>
<li><span>The bank gives another name once it was asked, until money is sent</span><span class="number">${CHANGING_ACCOUNT}</span></li></ul>
<h2>Payout amounts that decide</h2>
<ul class="cards">${[...payoutAmounts].map(([amount, plan]) => html`<li><span>${Object.values(payoutAccounts).find((account) => account.plan === plan)?.text}</span><span class="number">${formatMoney(minor(amount), 'NGN')}</span></li>`)}</ul></div></section>`;
}
