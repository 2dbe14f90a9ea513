import { html } from 'hono/html';
import type { VerifiedInvoice } from '#server/modules/invoices/queries/verify.ts';
import type { PageLocale } from '../locales/locales.ts';
import { bigSign, businessLine, type Html, type IconName } from '../pay/components.ts';

export type Row = { label: string; value: string | Html };

/** The result of a check, large: a word and a sentence of advice. */
export function verdict({
  sign,
  tone,
  title,
  text,
}: {
  sign: IconName;
  tone: string;
  title: string;
  text: string | Html;
}): Html {
  return html`<div class="landed">${bigSign(sign, tone)}<h1 class="say" id="headline" tabindex="-1">${title}</h1><p class="note">${text}</p></div>`;
}

/** Facts that must be the same on the document. */
export function rowsOf(rows: Row[]): Html {
  return html`<dl class="rows">${rows.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** The issuer of a document, with its verified and unverified details. */
export function issuerOf(issuer: VerifiedInvoice['issuer'], locale: PageLocale): Html {
  const { known, unfinished } = locale.verify;
  return html`${businessLine(issuer, locale)}
<p class="known">${issuer.verified ? known : unfinished}</p>`;
}

/** Signs of a forged document, and what then not to do. */
export function compare(points: readonly (string | Html)[], advice: string, { verify }: PageLocale): Html {
  return html`<div class="compare"><h2>${verify.compare}</h2><ul>${points.map((point) => html`<li>${point}</li>`)}</ul>
<p>${advice}</p></div>`;
}
