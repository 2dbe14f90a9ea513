import { html, raw } from 'hono/html';
import { DEFAULT_ZONE } from '#core/dates.ts';
import type { Html } from '../pay/components.ts';
import { operatorStyles } from './styles.ts';

/** Frame of a page: `form` is the token its forms carry, `operator` who is signed in. */
export type Frame = { nonce: string; form: string; operator: string | null };

/** A page of the operator's. Nothing on it runs, and nothing is fetched but the papers. */
export function page(frame: Frame, title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="color-scheme" content="light dark">
<title>${title} · Duewell operator</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style nonce="${frame.nonce}">${raw(operatorStyles)}</style>
</head><body>
<header><div class="wrap"><a href="/operator"><span class="brand">Duewell</span> <span class="place">Operator</span></a>${signedIn(frame)}</div></header>
<main class="wrap${frame.operator ? '' : ' narrow'}">${body}</main>
</body></html>`;
}

function signedIn({ operator, form }: Frame): Html {
  if (!operator) return html``;
  return html`<form method="post" action="/operator/log-out">${formToken(form)}<span>${operator}</span><button type="submit">Log out</button></form>`;
}

/** The hidden field that shows a form came from a page of ours. */
export const formToken = (form: string): Html => html`<input type="hidden" name="form" value="${form}">`;

/** A notice above the rest of a page; read out as it appears. */
export const notice = (text: string | null, tone: 'bad' | 'ok' = 'bad'): Html =>
  text === null
    ? html``
    : html`<p class="notice ${tone}" role="${tone === 'bad' ? 'alert' : 'status'}">${text}</p>`;

/** A page with one sentence, for failures. */
export const messagePage = (frame: Frame, title: string, text: string): Html =>
  page(
    frame,
    title,
    html`<h1>${title}</h1><p>${text}</p><p><a class="back" href="/operator">Back to the list</a></p>`,
  );

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: DEFAULT_ZONE,
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** A day and time as people in Lagos have it. */
export const timeText = (at: Date): string => clock.format(at);
