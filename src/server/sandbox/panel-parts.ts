import { html } from 'hono/html';
import type { Page } from './layout.ts';

const tones: Record<string, 'ok' | 'warn' | 'bad' | 'info' | ''> = {
  completed: 'ok',
  delivered: 'ok',
  pending: 'warn',
  processing: 'warn',
  waiting: 'warn',
  needs_attention: 'warn',
  failed: 'bad',
  given_up: 'bad',
  refunded: 'info',
  reversed: 'info',
};

/** A state in its colour. */
export function pill(state: string): Page {
  return html`<span class="pill ${tones[state] ?? ''}">${state.replaceAll('_', ' ')}</span>`;
}

/** One line of a record; nothing for an empty value. */
export function fact(name: string, value: string | number | null): Page | '' {
  return value === null || value === '' ? '' : html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

/** An amount and its state: the head of a record. */
export function head(amount: string, state: string): Page {
  return html`<div class="row apart"><strong class="big">${amount}</strong>${pill(state)}</div>`;
}

/** A list of records, or an empty state. */
export function list(title: string, total: number, items: Page[], none: string): Page {
  const shown =
    total > items.length ? html` <span class="muted">newest ${items.length} of ${total}</span>` : '';
  return html`<section class="list"><h1>${title}${shown}</h1>
${items.length > 0 ? html`<ul class="list">${items.map((item) => html`<li class="card">${item}</li>`)}</ul>` : html`<p class="card muted">${none}</p>`}</section>`;
}

/** One button that posts; `hidden` are the fields sent with it. */
export function postButton(action: string, text: string, hidden: Record<string, string> = {}): Page {
  return html`<form method="post" action="/sandbox${action}">${Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button class="quiet small">${text}</button></form>`;
}
