import { html, raw } from 'hono/html';
import { dateIn, formatDate, formatLongDate } from '#core/dates.ts';
import { fill } from '#core/fill.ts';
import { acceptanceLabels } from '#core/invoice/acceptance-labels.ts';
import { invoiceLabels } from '#core/invoice/labels.ts';
import { type Acceptance, quoteDocument } from '#core/invoice/quote-document.ts';
import { formatMoney } from '#core/money.ts';
import { drawnSignature } from '#core/signature.ts';
import type { QuoteView } from '#server/modules/quotes/quote-view.ts';
import { localHref, type PageLocale } from '../locales/locales.ts';
import {
  bigSign,
  businessLine,
  fillHtml,
  type Html,
  icon,
  money,
  shareLink,
  when,
} from '../pay/components.ts';
import { documentSheet } from '../pay/invoice-document.ts';
import { layout, type PageSetting } from '../pay/layout.ts';
import { answerForms, type QuoteForm } from './forms.ts';

/** The public page of one quote, in whichever state it is. Works without scripts. */
export function quotePage(
  view: QuoteView,
  form: QuoteForm,
  { publicUrl, ...setting }: PageSetting & { publicUrl: string },
): Html {
  const { locale, assets } = setting;
  const pad = assets.signaturePad;
  const { business, facts, testMode } = view;
  const names = { kind: kindOf(view, locale), number: facts.number, business: business.name };
  const title = fill(locale.quote.title, names);
  const main = html`<main class="wrap" id="main"${when(pad, () => html` data-pad="${pad}"`)}>
<section class="pay" aria-labelledby="headline">
${businessLine(business, locale)}
${headline(view, locale)}
<div class="cut" aria-hidden="true"></div>
${notices(view, form, locale)}
${view.state === 'open' ? answerForms(view, form, locale) : closed(view, locale)}
${when(view.state === 'expired' || view.state === 'accepted', () => answerForms(view, form, locale))}
</section>
<section class="doc" aria-label="${names.kind}">
<div class="tools">
${shareLink(title, `${publicUrl}/quote/${view.publicId}`, locale)}
<a class="btn plain" href="/api/quote/${view.publicId}/pdf" download>${icon('download')}${locale.pay.downloadPdf}</a>
</div>
${documentSheet(quoteDocument(facts, view.lines, { ...business, timeZone: view.timeZone }, view.language), business)}
${when(form.earlier, () => earlier(form, view, locale))}
</section>
</main>`;
  return layout({ ...setting, title, description: title, shared: null, business, testMode }, main);
}

const kindOf = ({ facts }: QuoteView, { language }: PageLocale): string =>
  invoiceLabels[language][facts.kind];

function headline({ facts, state }: QuoteView, locale: PageLocale): Html {
  const { quote, numbered, labels, language } = locale;
  const { number, customerName: customer, totalAmount, currency, validUntil } = facts;
  const tone = { open: 'info', expired: 'warn', accepted: 'ok', declined: 'plain', withdrawn: 'plain' }[
    state
  ];
  return html`<div class="top">
<p class="for">${fillHtml(numbered.forCustomer, { number, customer })}</p>
<h1 class="amount" id="headline" tabindex="-1" style="--chars:${formatMoney(totalAmount, currency).length}"><span class="sr">${labels.total}: </span>${money(totalAmount, currency)}</h1>
<p class="due"><span class="badge ${tone}">${quote.states[state]}</span>${when(state === 'open', () => html`<span>${fillHtml(quote.until, { date: html`<time datetime="${validUntil}">${formatLongDate(validUntil, language)}</time>` })}</span>`)}</p>
</div>`;
}

function notices(view: QuoteView, form: QuoteForm, { quote, language }: PageLocale): Html {
  const { business, facts, replacedOn, state } = view;
  const names = { number: facts.number, business: business.name };
  const told = (text: Html, role = '') =>
    html`<div class="told"${role === '' ? '' : html` role="${role}"`}><p><b>${text}</b></p></div>
`;
  if (form.isChanged) return told(fillHtml(quote.changed, names), 'alert');
  return html`${when(form.isAsked, () => told(fillHtml(quote.ask.sent, names), 'status'))}${when(
    replacedOn !== null && state === 'open',
    () => told(fillHtml(quote.replaced, { date: formatLongDate(replacedOn ?? '', language) })),
  )}`;
}

function closed(view: QuoteView, locale: PageLocale): Html {
  const { state, facts, business, timeZone } = view;
  if (state === 'open') return html``;
  const { acceptance, number, validUntil } = facts;
  const { closed: texts, acceptedOtherwise } = locale.quote;
  const { title, text } = texts[state];
  const values = {
    number,
    business: business.name,
    name: acceptance?.name ?? '',
    date: acceptance ? formatDate(dateIn(acceptance.acceptedAt, timeZone), locale.language) : '',
    day: formatDate(validUntil, locale.language),
  };
  const said = state === 'accepted' && !acceptance ? acceptedOtherwise : text;
  const sign = state === 'accepted' ? bigSign('tick', 'ok') : bigSign('closed', 'plain');
  return html`<div class="landed">${sign}<h2 class="say">${fillHtml(title, values)}</h2><p class="note">${fillHtml(said, values)}</p>${proof(view, locale)}${payButton(view, locale)}</div>`;
}

// The ground of the answer beside a name.
function proof({ facts: { acceptance } }: QuoteView, { language }: PageLocale): Html {
  const labels = acceptanceLabels[language];
  const { codeSentTo: email } = acceptance ?? {};
  return html`${when(email, () => html`<p class="note">${fillHtml(labels.codeConfirmed, { email: email ?? '' })}</p>`)}${signature(acceptance, labels.signatureOf)}`;
}

function signature(acceptance: Acceptance | null, of: string): Html {
  const drawn = drawnSignature(acceptance?.signature ?? '');
  if (!acceptance || !drawn) return html``;
  const { path, viewBox, width, height, line } = drawn;
  const label = fill(of, { name: acceptance.name });
  return html`<svg class="signed" viewBox="${viewBox}" width="${width / 2}" height="${height / 2}" role="img" aria-label="${label}"><path stroke-width="${line}" d="${path}"/></svg>`;
}

// An agreed sum can be paid at once.
const payButton = ({ payment, facts }: QuoteView, locale: PageLocale): Html =>
  when(
    payment,
    () =>
      html`<a class="btn main" href="${localHref(`/pay/${payment?.publicId ?? ''}`, locale)}">${fill(locale.quote.pay.button, { amount: formatMoney(payment?.asked ?? facts.totalAmount, facts.currency) })}</a>`,
  );

const earlier = ({ earlier: document }: QuoteForm, { business }: QuoteView, { quote }: PageLocale): Html =>
  html`<div class="ways"><details${raw(' open')}><summary><span class="wt"><b>${quote.earlier}</b></span>${icon('down')}</summary>
${document ? documentSheet(document, business) : ''}</details></div>`;
