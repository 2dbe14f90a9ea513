import { html, raw } from 'hono/html';
import { fill } from '#core/fill.ts';
import type { PrintedDocument } from '#core/invoice/document.ts';
import { formatMoney } from '#core/money.ts';
import { SIGNATURE_BOX } from '#core/signature.ts';
import type { QuoteView } from '#server/modules/quotes/quote-view.ts';
import { localHref, type PageLocale } from '../locales/locales.ts';
import { fillHtml, type Html, icon, when } from '../pay/components.ts';

/** The form as it came back: typed values stay, with the fields that are wrong; `open`: the one that was sent. */
export type QuoteForm = {
  typed: Record<string, string>;
  wrong: readonly string[];
  open: 'accept' | 'code' | 'decline' | 'question' | null;
  /** The quote changed while it was read; `earlier` is what it said then. */
  isChanged: boolean;
  earlier: PrintedDocument | null;
  isTooMany: boolean;
  isAsked: boolean;
};

export const blankForm: QuoteForm = {
  typed: {},
  wrong: [],
  open: null,
  isChanged: false,
  earlier: null,
  isTooMany: false,
  isAsked: false,
};

/** The answers a quote takes: yes and no while it is open, questions also after it ended or was accepted. */
export function answerForms(view: QuoteView, form: QuoteForm, locale: PageLocale): Html {
  const isOpen = view.state === 'open';
  return html`${when(isOpen && view.facts.kind === 'proforma', () => payForm(view, locale))}${when(isOpen, () => toAccept(view, form, locale))}
<div class="ways">
${folded('question', view, form, locale, () => question(form, locale))}
${when(isOpen, () => folded('decline', view, form, locale, () => reason(form, locale)))}
</div>`;
}

// One press: the name on it is the customer's, and their money is the answer.
function payForm(view: QuoteView, locale: PageLocale): Html {
  const { pay } = locale.quote;
  const { totalAmount, currency } = view.facts;
  const amount = formatMoney(view.parts[0]?.sum ?? totalAmount, currency);
  return html`<form method="post" action="${action(view, 'pay', locale)}" class="till">
${hashField(view)}
<button class="btn main" type="submit">${fill(pay.button, { amount })}</button>
<p class="note">${pay.note}</p>
</form>`;
}

// A code that goes first has a step of its own, so that nothing typed is lost on the way to the mail.
function toAccept(view: QuoteView, form: QuoteForm, locale: PageLocale): Html {
  const { code } = view;
  if (!code) return acceptForm(view, form, locale);
  const values = { business: view.business.name, email: html`<b>${code.to}</b>` };
  const { title, first, send, sent, none, again } = locale.quote.code;
  if (!code.isSent)
    return html`<form method="post" action="${action(view, 'code', locale)}" class="till">
<h2 class="say">${title}</h2>
${failure('code', form, view, locale)}
${problem('code', form, locale)}
<p>${fillHtml(first, values)}</p>
${hashField(view)}
<button class="btn main" type="submit">${send}</button>
</form>`;
  const told = html`<p>${fillHtml(sent, values)}</p>`;
  return html`${acceptForm(view, form, locale, told)}
<form method="post" action="${action(view, 'code', locale)}" class="till again">
${failure('code', form, view, locale)}
<p class="note">${none}</p>
${hashField(view)}
<button class="btn plain" type="submit">${again}</button>
</form>`;
}

const hashField = ({ revisionHash }: QuoteView): Html =>
  html`<input type="hidden" name="revisionHash" value="${revisionHash}">`;

const codeField = (told: Html, form: QuoteForm, locale: PageLocale): Html =>
  html`<div class="line">${told}</div>
${line('code', locale.quote.code.label, form, locale, html` inputmode="numeric" autocomplete="one-time-code" required maxlength="12"`)}`;

function acceptForm(view: QuoteView, form: QuoteForm, locale: PageLocale, told?: Html): Html {
  const { accept } = locale.quote;
  const { customerName: customer, totalAmount, currency } = view.facts;
  const amount = formatMoney(totalAmount, currency);
  const isWrong = form.wrong.includes('mayAccept');
  // A tick for other words is set anew.
  const isTicked = form.typed.mayAccept === 'yes' && !form.isChanged;
  return html`<form method="post" action="${action(view, 'accept', locale)}" class="till">
<h2 class="say">${accept.title}</h2>
${failure('accept', form, view, locale)}
${hashField(view)}
${told ? codeField(told, form, locale) : ''}
${line('name', accept.name, form, locale, html` autocomplete="name" required maxlength="120"`)}
${line('orderNumber', accept.orderNumber, form, locale, html` autocomplete="off" maxlength="60"`)}
${signaturePad(form, locale)}
<div class="line"><label class="agree" for="mayAccept"><input type="checkbox" id="mayAccept" name="mayAccept" value="yes" required${raw(isTicked ? ' checked' : '')}${isWrong ? html` aria-invalid="true" aria-describedby="mayAccept-problem"` : ''}><span>${fillHtml(accept.mayAccept, { customer })}</span></label>
${when(isWrong, () => html`<p class="wrong" id="mayAccept-problem">${locale.quote.problems.mayAccept}</p>`)}</div>
<button class="btn ${view.facts.kind === 'proforma' ? 'plain' : 'main'}" type="submit">${fill(accept.button, { amount })}</button>
<p class="note">${accept.note}</p>
</form>`;
}

// Shown where a script can load the pad, which is fetched by those alone who open it. A name is enough.
function signaturePad(form: QuoteForm, locale: PageLocale): Html {
  const { title, hint, clear } = locale.quote.sign;
  const { width, height } = SIGNATURE_BOX;
  const drawn = form.typed.signature ?? '';
  const isWrong = form.wrong.includes('signature');
  return html`<details class="hand" data-sign${raw(drawn !== '' || isWrong ? ' open' : '')}><summary><span class="wt">${title}</span>${icon('down')}</summary>
<div class="wb"><p class="note" id="sign-hint">${hint}</p>
${problem('signature', form, locale)}
<svg class="pad" viewBox="0 0 ${width} ${height}" data-width="${width}" data-height="${height}" role="img" aria-label="${title}" aria-describedby="sign-hint"></svg>
<p><button class="btn plain" type="button" data-clear>${clear}</button></p>
<input type="hidden" name="signature" value="${isWrong ? '' : drawn}"></div></details>`;
}

function folded(
  kind: 'question' | 'decline',
  view: QuoteView,
  form: QuoteForm,
  locale: PageLocale,
  field: () => Html,
): Html {
  const { title, button } = kind === 'question' ? locale.quote.ask : locale.quote.decline;
  return html`<details${form.open === kind ? raw(' open') : ''}><summary><span class="wt"><b>${title}</b></span>${icon('down')}</summary>
<form class="wb" method="post" action="${action(view, kind, locale)}">
${failure(kind, form, view, locale)}
${field()}
<p><button class="btn plain" type="submit">${button}</button></p></form></details>`;
}

const question = (form: QuoteForm, locale: PageLocale): Html =>
  area('question', locale.quote.ask.question, form, locale, html` required maxlength="1000" rows="4"`);

const reason = (form: QuoteForm, locale: PageLocale): Html =>
  area('reason', locale.quote.decline.reason, form, locale, html` maxlength="500" rows="3"`);

// A limit that is reached is no mistake in a field.
const failure = (
  kind: NonNullable<QuoteForm['open']>,
  form: QuoteForm,
  { business }: QuoteView,
  { quote }: PageLocale,
): Html =>
  when(
    form.isTooMany && form.open === kind,
    () =>
      html`<p class="told-off" role="alert">${fillHtml(quote.problems[kind === 'code' ? 'tooManyCodes' : 'tooMany'], { email: business.email })}</p>`,
  );

const action = ({ publicId }: QuoteView, kind: string, locale: PageLocale): string =>
  localHref(`/quote/${publicId}/${kind}`, locale);

type Field = 'code' | 'name' | 'orderNumber' | 'signature' | 'question' | 'reason';

const line = (name: Field, label: string, form: QuoteForm, locale: PageLocale, attributes: Html): Html =>
  html`<div class="line"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${form.typed[name] ?? ''}"${attributes}${wrongMark(name, form)}>
${problem(name, form, locale)}</div>`;

const area = (name: Field, label: string, form: QuoteForm, locale: PageLocale, attributes: Html): Html =>
  html`<div class="line"><label for="${name}">${label}</label>
<textarea id="${name}" name="${name}"${attributes}${wrongMark(name, form)}>${form.typed[name] ?? ''}</textarea>
${problem(name, form, locale)}</div>`;

const wrongMark = (name: Field, form: QuoteForm): Html =>
  when(form.wrong.includes(name), () => html` aria-invalid="true" aria-describedby="${name}-problem"`);

const problem = (name: Field, form: QuoteForm, { quote }: PageLocale): Html =>
  when(
    form.wrong.includes(name),
    () => html`<p class="wrong" id="${name}-problem" role="alert">${quote.problems[name]}</p>`,
  );
