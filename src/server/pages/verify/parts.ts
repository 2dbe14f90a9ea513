import { html } from 'hono/html';
import type { CheckedInvoice } from '#server/modules/invoices/queries/verify.ts';
import { bigSign, businessLine, type Html, type IconName } from '../pay/parts.ts';

export type Row = { label: string; value: string | Html };

/** What a check ended with, large: a word for the eye, a sentence for what to do. */
export function verdict({
  sign,
  tone,
  title,
  text,
}: {
  sign: IconName;
  tone: string;
  title: string;
  text: string;
}): Html {
  return html`<div class="landed">${bigSign(sign, tone)}<h1 class="say" id="headline" tabindex="-1">${title}</h1><p class="note">${text}</p></div>`;
}

/** What must be the same on the paper. */
export function rowsOf(rows: Row[]): Html {
  return html`<dl class="rows">${rows.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Whose paper it is, with what we know of them and what we do not. */
export function issuerOf(issuer: CheckedInvoice['issuer']): Html {
  return html`${businessLine(issuer)}
<p class="known">${issuer.verified ? 'Its e-mail address is confirmed and its profile is complete. We do not vouch for what it sells.' : 'This business has not finished its registration with Duewell. Be careful.'}</p>`;
}

/** How a forged paper gives itself away, and what then not to do. */
export function compare(points: string[], doNot: string): Html {
  return html`<div class="compare"><h2>Compare with your paper</h2><ul>${points.map((point) => html`<li>${point}</li>`)}</ul>
<p>Is anything different? Then the paper was changed: ${doNot}, and ask the business on a number you knew before.</p></div>`;
}
