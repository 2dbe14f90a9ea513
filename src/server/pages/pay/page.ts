import { html, raw } from 'hono/html';
import { type CalendarDate, DEFAULT_ZONE, formatDate, formatLongDate, UNDATED } from '#core/dates.ts';
import { fill } from '#core/fill.ts';
import { add, type Currency, formatMoney, type Minor, minorToMajor, subtract, ZERO } from '#core/money.ts';
import { paidOnText, recordedText } from '#core/receipt/texts.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';
import type { CardOnPage } from '#server/modules/plans/flows/save-card.ts';
import { localHref, type PageLocale } from '../locales/locales.ts';
import { isChecking, told } from './attempt.ts';
import {
  allInvoices,
  bigSign,
  businessLine,
  copyButton,
  fillHtml,
  type Html,
  icon,
  money,
  safePayments,
  shareLink,
  when,
} from './components.ts';
import { dueText, earlyText, linkExpired } from './format.ts';
import { invoiceSheet } from './invoice-document.ts';
import { layout, type PageSetting } from './layout.ts';
import { checkoutLink, paymentOptions } from './methods.ts';
import { partChoice } from './part-choice.ts';
import { chargeNotice } from './save-card.ts';
import { awaitedCertificate, keptTax, taxChoice } from './withholding.ts';

/** Page settings beside the invoice's data. */
export type Setting = PageSetting & {
  now: Date;
  publicUrl: string;
  /** The offer to keep the payer's card, and the charge of one that was kept. */
  card: CardOnPage | null;
};

/** The public page of one invoice, in whichever state it is. */
export function payPage(view: PayView, setting: Setting): Html {
  const { locale } = setting;
  const { title, description } = headlineFor(view, locale);
  const payUrl = `${setting.publicUrl}/pay/${view.publicId}`;
  const account = view.checkout?.account?.accountNumber ?? '';
  const main = html`<main class="wrap" id="main" data-id="${view.publicId}" data-state="${view.state}" data-balance="${minorToMajor(view.balance)}" data-account="${account}"${view.state === 'open' && !view.checkout ? raw(' data-down') : ''}${isChecking(view) ? raw(' data-checking') : ''}${view.evidence === 'provider' ? '' : raw(' data-typed')}>
<section class="pay" aria-labelledby="headline">
${businessLine(view.business, locale)}
${headline(view, locale)}
<div class="cut" aria-hidden="true"></div>
${body(view, setting)}
${allInvoices(view.business, locale)}
</section>
<section class="doc" aria-label="${locale.labels.invoice}">
${tools(view, payUrl, locale)}
${invoiceSheet(view, payUrl)}
</section>
${quickBar(view, locale)}
</main>`;
  return layout(
    {
      title,
      description,
      shared: sharedOf(view, payUrl, locale),
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
  setting: PageSetting,
): Html {
  const main = html`<main class="wrap one" id="main"><section class="pay message">
${bigSign(retry ? 'cloud' : 'closed', 'plain')}<h1 class="say" id="headline" tabindex="-1">${title}</h1><p class="note">${text}</p>
${when(retry, () => html`<a class="btn main" href="${retry}">${setting.locale.page.tryAgain}</a>`)}
</section></main>`;
  return layout(
    { title, description: text, shared: null, business: null, testMode: false, ...setting },
    main,
  );
}

function headlineFor(view: PayView, { pay, language }: PageLocale): { title: string; description: string } {
  const { state, paid, currency, business, number, due } = view;
  const values = {
    amount: formatMoney(state === 'paid' ? paid : view.choice.sum, currency),
    business: business.name,
    number,
    due: formatDate(due, language),
  };
  return {
    title: fill(pay.titles[state], values),
    description: fill(pay.descriptions[datedState(view)], values),
  };
}

// The words about the day are left out of an open one nobody asked for yet.
const datedState = <State extends string>({
  state,
  due,
}: {
  state: State;
  due: CalendarDate;
}): State | 'undated' => (state === 'open' && due === UNDATED ? 'undated' : state);

// Everybody in the chat sees a preview, so it shows neither amount nor customer.
const sharedOf = ({ business }: PayView, url: string, { preview }: PageLocale) => ({
  title: fill(preview.title, { business: business.name }),
  description: preview.text,
  url,
});

function headline(view: PayView, locale: PageLocale): Html {
  const { number, customer, currency } = view;
  const shown = view.state === 'paid' ? view.paid : view.state === 'cancelled' ? view.total : view.choice.sum;
  return html`<div class="top">
<p class="for">${fillHtml(locale.numbered.forCustomer, { number, customer: customer.name })}</p>
<h1 class="amount" id="headline" tabindex="-1" style="--chars:${formatMoney(shown, currency).length}"><span class="sr">${headlineTitle(view, locale)} </span>${money(shown, currency)}</h1>
<p class="due">${dueLine(view, locale)}</p>
${when(view.state === 'open' && view.paid > 0, () => progress(view, locale))}
</div>`;
}

function headlineTitle({ state, paid, facts }: PayView, { pay }: PageLocale): string {
  if (state === 'open' && facts.schedule?.length) return pay.amounts.open;
  return pay.amounts[state === 'open' && paid > 0 ? 'left' : state];
}

function dueLine(view: PayView, locale: PageLocale): Html {
  const { state, due } = view;
  const { states, language } = locale;
  if (state === 'paid')
    return html`<span class="badge ${view.evidence === 'provider' ? 'ok' : 'warn'}">${states.paid}</span>${when(view.payments[0], () => html`<span>${paidOnText(latestOf(view), DEFAULT_ZONE, language)}</span>`)}`;
  if (state === 'cancelled' || state === 'settled')
    return html`<span class="badge plain">${states[state]}</span>`;
  const { text, tone } = dueText(view, locale);
  return html`<span class="badge ${tone}">${text}</span>${when(due !== UNDATED, () => html`<time datetime="${due}">${formatLongDate(due, language)}</time>`)}`;
}

function progress(view: PayView, { pay }: PageLocale): Html {
  const { paid, toPay, currency } = view;
  const total = add(paid, toPay);
  return html`<div class="part"><div class="bar" aria-hidden="true"><span style="width:${Math.floor((paid / total) * 100)}%"></span></div>
<p><span>${fillHtml(pay.progress.paid, { paid: html`<b class="num">${formatMoney(paid, currency)}</b>`, total: html`<span class="num">${formatMoney(total, currency)}</span>` })}</span><span>${fillHtml(pay.progress.left, { amount: html`<b class="num">${formatMoney(toPay, currency)}</b>` })}</span></p></div>`;
}

function body(view: PayView, setting: Setting): Html {
  const { now, locale, card } = setting;
  const { history } = locale.pay;
  if (view.state === 'paid') return receipt(view, locale);
  if (view.state === 'cancelled') return cancelled(view, locale);
  if (view.state === 'settled') return settled(view, locale);
  if (linkExpired(view)) return expired(view, locale);
  return html`${replacedNotice(view, locale)}${creditedNotice(view, locale)}${chargeNotice(view, card, locale)}${told(view, locale)}${earlyNotice(view, locale)}${keptTax(view, locale)}${partChoice(view, locale)}${view.checkout ? paymentOptions({ ...view, path: `/pay/${view.publicId}`, isLive: true }, view.checkout, { now, locale, card: card?.offer ?? null }) : unavailable(view, locale)}
${taxChoice(view, locale)}${earlierPayments(view, history.soFar, locale)}
${safePayments(view.business, locale)}`;
}

// Another sum than the one in an earlier message has its reason beside it.
const replacedNotice = ({ replacedOn }: PayView, { pay, language }: PageLocale): Html =>
  replacedOn
    ? html`<div class="told"><p><b>${fill(pay.replaced, { date: formatLongDate(replacedOn, language) })}</b></p></div>
`
    : html``;

// Less than the paper in their hand asks for has its reason too.
const creditedNotice = ({ facts, business, currency }: PayView, { pay }: PageLocale): Html =>
  when(
    facts.credited !== undefined && facts.credited > 0,
    () => html`<div class="told"><p><b>${fillHtml(pay.credited, { business: business.name, amount: money(facts.credited ?? ZERO, currency) })}</b></p></div>
`,
  );

// The sum above is less than the paper asks for, and only for so long.
const earlyNotice = ({ early, currency }: PayView, locale: PageLocale): Html =>
  early
    ? html`<div class="told"><p><b>${earlyText({ ...early, currency }, locale)}</b></p></div>
`
    : html``;

function receipt(view: PayView, locale: PageLocale): Html {
  const { history, attempts } = locale.pay;
  const { title, text } = attempts.paid;
  const { business, evidence } = view;
  // The green of money somebody else has seen is not for what the business only says.
  const said =
    evidence === 'provider'
      ? html`${bigSign('tick', 'ok')}<h2 class="say">${title}</h2><p class="note">${fillHtml(text, { business: business.name })}</p>`
      : html`${bigSign('shield', 'warn')}<h2 class="say">${locale.states.paid}</h2><p class="note">${recordedText(evidence, business.name, locale.language)}</p>`;
  return html`<div class="landed">${said}${awaitedCertificate(view, locale)}</div>
${creditedNotice(view, locale)}${when(view.attempt?.state !== 'paid', () => told(view, locale))}${when(view.payments.length > 1, () => html`<h2 class="sub">${history.receipts}</h2>`)}${paymentRows(view, locale)}
${receiptButton(view, locale)}`;
}

// Of several payments each has its own, beside it.
function receiptButton({ payments, publicId }: PayView, { pay }: PageLocale): Html {
  const [only, ...rest] = payments;
  const { href, text } =
    only?.receipt && rest.length === 0
      ? { href: `/api/receipt/${only.receipt.publicId}/pdf`, text: pay.received.receipt }
      : { href: `/api/pay/${publicId}/pdf`, text: pay.received.invoice };
  return html`<div class="act"><a class="btn main" href="${href}" download>${icon('download')}${text}</a></div>`;
}

const earlierPayments = (view: PayView, title: string, locale: PageLocale): Html =>
  when(view.payments.length > 0, () => html`<h2 class="sub">${title}</h2>${paymentRows(view, locale)}`);

function paymentRows({ payments, currency, business }: PayView, locale: PageLocale): Html {
  const { labels, methods, language } = locale;
  return html`${payments.map(
    (payment) => html`<dl class="rows">
<div><dt>${labels.amount}</dt><dd>${money(payment.amount, currency)}</dd></div>${refundedRow(payment.refunded, currency, locale)}
<div><dt>${labels.date}</dt><dd>${paidOnText(payment, DEFAULT_ZONE, language)}</dd></div>
<div><dt>${labels.method}</dt><dd>${methods[payment.method]}</dd></div>
<div><dt>${labels.reference}</dt><dd class="ref">${payment.reference}</dd></div>${evidenceRow(payment.evidence, business.name, locale)}
${receiptRow(payment.receipt, locale)}</dl>`,
  )}`;
}

const evidenceRow = (evidence: PayView['evidence'], business: string, locale: PageLocale): Html =>
  evidence === 'provider'
    ? html``
    : html`
<div><dt>${locale.labels.status}</dt><dd>${recordedText(evidence, business, locale.language)}</dd></div>`;

const refundedRow = (refunded: Minor, currency: Currency, { labels }: PageLocale): Html =>
  when(
    refunded > 0,
    () => html`<div><dt>${labels.givenBack}</dt><dd>${money(subtract(ZERO, refunded), currency)}</dd></div>`,
  );

function receiptRow(receipt: PayView['payments'][number]['receipt'], locale: PageLocale): Html {
  return when(
    receipt,
    () => html`<div><dt>${locale.labels.receipt}</dt><dd><a href="${localHref(`/receipt/${receipt?.publicId ?? ''}`, locale)}">${receipt?.number ?? ''}</a></dd></div>
`,
  );
}

const mailLink = (email: string, subject?: string): Html =>
  html`<a href="mailto:${email}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}">${email}</a>`;

function cancelled(view: PayView, locale: PageLocale): Html {
  const { cancelled: texts, history } = locale.pay;
  return html`<div class="landed">${bigSign('closed', 'plain')}<h2 class="say">${texts.title}</h2><p class="note">${fillHtml(texts.text, { email: mailLink(view.business.email) })}</p></div>
${told(view, locale)}${earlierPayments(view, history.before, locale)}`;
}

// Owed by nobody any more: credited, or given up.
function settled(view: PayView, locale: PageLocale): Html {
  const { settled: texts, history } = locale.pay;
  return html`<div class="landed">${bigSign('tick', 'ok')}<h2 class="say">${texts.title}</h2><p class="note">${fillHtml(texts.text, { business: view.business.name })}</p></div>
${creditedNotice(view, locale)}${told(view, locale)}${earlierPayments(view, history.soFar, locale)}`;
}

function expired(view: PayView, locale: PageLocale): Html {
  const { business, due, number } = view;
  const { expired: texts, history } = locale.pay;
  const subject = encodeURIComponent(fill(texts.subject, { number }));
  return html`<div class="landed">${bigSign('closed', 'warn')}<h2 class="say">${texts.title}</h2><p class="note">${fillHtml(texts.text, { due: formatDate(due, locale.language), business: business.name })}</p>
<a class="btn main" href="mailto:${business.email}?subject=${subject}">${texts.button}</a></div>
${earlierPayments(view, history.soFar, locale)}`;
}

function unavailable({ publicId, business, number }: PayView, locale: PageLocale): Html {
  const { title, text, subject } = locale.pay.unavailable;
  const email = mailLink(business.email, fill(subject, { number }));
  return html`<div class="landed">${bigSign('cloud', 'warn')}<h2 class="say">${title}</h2><p class="note">${fillHtml(text, { business: business.name, email })}</p>
<a class="btn main" href="${localHref(`/pay/${publicId}`, locale)}">${locale.page.tryAgain}</a></div>`;
}

function tools(view: PayView, payUrl: string, locale: PageLocale): Html {
  return when(
    view.state !== 'cancelled',
    () => html`<div class="tools">
${shareLink(shareText(view, locale), payUrl, locale)}
<a class="btn plain" href="/api/pay/${view.publicId}/pdf" download>${icon('download')}${locale.pay.downloadPdf}</a>
</div>`,
  );
}

function shareText(view: PayView, { pay, language }: PageLocale): string {
  const { state, paid, currency, due, number, business } = view;
  const isPaid = state === 'paid';
  return fill(pay.share[datedState({ state: isPaid ? 'paid' : 'open', due })], {
    business: business.name,
    number,
    amount: formatMoney(isPaid ? paid : view.asked, currency),
    due: formatDate(due, language),
  });
}

function quickBar(view: PayView, { pay, options }: PageLocale): Html {
  const { checkout } = view;
  const { quick } = pay;
  const sum = (label: string, amount: Minor) =>
    html`<div><small>${label}</small><b class="num">${formatMoney(amount, view.currency)}</b></div>`;
  if (!checkout || linkExpired(view)) return html``;
  if (!checkout.account)
    return html`<div class="quick" role="group" aria-label="${quick.label}">${sum(quick.toPay, checkout.amount)}<a class="btn main" href="${checkoutLink(checkout) ?? '#ways'}">${quick.payNow}</a></div>`;
  return html`<div class="quick" role="group" aria-label="${quick.label}">${sum(options.transfer.exactly, checkout.amount)}
<a class="btn main nojs" href="#bank-transfer">${quick.seeAccount}</a>
${copyButton({ text: checkout.account.accountNumber, label: quick.copyAccount, copiedText: options.transfer.accountCopied, kind: 'main' })}</div>`;
}

// Money that went back whole did not pay it.
const latestOf = ({ payments }: PayView) =>
  payments.reduce((latest, one) => (one.refunded < one.amount && one.paidAt > latest.paidAt ? one : latest));
