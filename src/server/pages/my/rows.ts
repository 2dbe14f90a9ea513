import { html } from 'hono/html';
import type { Currency, Minor } from '#core/money.ts';
import type { PageLocale } from '../locales/locales.ts';
import { type Html, money, when } from '../pay/components.ts';

type Row = {
  href: string | null;
  name: string;
  about: Html;
  amount: Minor;
  currency: Currency;
  before?: Html;
};

/** A record in a list, with the box that ticks it before it. */
export const row = ({ href, name, about, amount, currency, before }: Row): Html => {
  const body = html`<span><b>${name}</b> ${about}</span>${money(amount, currency)}`;
  return html`<li>${before}${href === null ? html`<span>${body}</span>` : html`<a href="${href}">${body}</a>`}</li>`;
};

/** A headed list; `isCut` where there are older ones. */
export const list = (
  title: string,
  rows: Html[],
  isCut: boolean,
  { portal }: PageLocale,
): Html => html`<h2 class="sub">${title}</h2>
<ul class="list">${rows}</ul>${when(isCut, () => html`<p class="note older">${portal.older}</p>`)}`;
