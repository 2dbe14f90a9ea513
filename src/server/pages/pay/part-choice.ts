import { html } from 'hono/html';
import { fill } from '#core/fill.ts';
import { currencySymbols, formatMoney, least, type Minor, minorToMajor } from '#core/money.ts';
import { leastPart } from '#core/payment-schedule.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';
import { LANGUAGE_PARAMETER, localHref, type PageLocale } from '../locales/locales.ts';
import { fillHtml, type Html, isolated, when } from './components.ts';

/** Query parameter of the sum a payer chose: everything, or an amount in major units. */
export const CHOICE_PARAMETER = 'pay';

/** The query of a page on which its payer chose this; blank where they left it at the part that is asked for. */
export function choiceQuery({ kind, sum }: PayView['choice']): string {
  if (kind === 'asked') return '';
  return `?${CHOICE_PARAMETER}=${kind === 'all' ? 'all' : minorToMajor(sum)}`;
}

type Row = { href: string; text: string; isChosen: boolean };

/**
 * How much of an invoice in parts its payer pays now: the part whose turn it is, everything, or another amount. Links and a plain form,
 * so that it works without a script.
 */
export function partChoice(view: PayView, locale: PageLocale): Html {
  const { publicId, choice, asked, toPay, currency, business, facts } = view;
  const next = facts.schedule?.find(({ paid, sum }) => paid !== sum);
  if (!next) return html``;
  const { parts } = locale;
  const page = (query = '') => localHref(`/pay/${publicId}${query}`, locale);
  const money = (sum: Minor) => formatMoney(sum, currency);
  const now = { amount: money(asked), part: next.label };
  const all = {
    href: page(choiceQuery({ ...choice, kind: 'all' })),
    text: fill(parts.all, { amount: money(toPay) }),
  };
  const rows: Row[] = [
    ...(asked < toPay
      ? [{ href: page(), text: fill(parts.now, now), isChosen: choice.kind === 'asked' }]
      : []),
    { ...all, isChosen: choice.sum === toPay },
  ];
  return html`<section class="choose" aria-labelledby="choose"><h2 class="sub" id="choose">${parts.title}</h2>
${when(next.day === null, () => html`<p class="note">${fillHtml(parts.waits, { business: business.name, part: isolated(next.label) })}</p>`)}
<ul>${rows.map(row)}</ul>
${otherAmount(view, toPay, locale)}</section>
`;
}

const row = ({ href, text, isChosen }: Row): Html =>
  html`<li><a class="btn ${isChosen ? 'chosen' : 'plain'}" href="${href}"${isChosen ? html` aria-current="true"` : ''}>${text}</a></li>`;

function otherAmount({ publicId, choice, currency }: PayView, toPay: Minor, locale: PageLocale): Html {
  const { parts, language, isChosen } = locale;
  const range = {
    least: formatMoney(least(leastPart[currency], toPay), currency),
    most: formatMoney(toPay, currency),
  };
  const wrong = choice.isWrong
    ? html` aria-invalid="true" aria-describedby="pay-problem"`
    : html` aria-describedby="pay-hint"`;
  return html`<form class="line" method="get" action="/pay/${publicId}">${when(isChosen, () => html`<input type="hidden" name="${LANGUAGE_PARAMETER}" value="${language}">`)}
<label for="pay">${fill(parts.other, { currency: currencySymbols[currency] })}</label>
<div><input id="pay" name="${CHOICE_PARAMETER}" inputmode="decimal" autocomplete="off" required maxlength="20" value="${typed(choice)}"${wrong}><button class="btn plain" type="submit">${parts.use}</button></div>
${choice.isWrong ? html`<p class="wrong" id="pay-problem" role="alert">${fill(parts.wrong, range)}</p>` : html`<p class="note" id="pay-hint">${fill(parts.range, range)}</p>`}</form>`;
}

const typed = ({ kind, sum }: PayView['choice']): string =>
  kind === 'other' ? String(minorToMajor(sum)) : '';
