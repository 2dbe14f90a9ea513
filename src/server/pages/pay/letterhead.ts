import { html } from 'hono/html';
import { cloth, CLOTH_REPEAT } from '#core/cloth.ts';
import { initialsOf } from '#core/initials.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';
import { type Html, isolated, when } from './components.ts';

type Business = PayView['business'];

/** The strip of cloth along a document, and the micro-text beside it. */
export function clothEdge(business: Business, number: string): Html {
  return html`<div class="selv" aria-hidden="true" style="background-image:url(${selvedge(business)})"></div>
${microText(business, number)}`;
}

/** The issuer of a document, at the top right. */
export function from(business: Business): Html {
  return html`<div class="from">${logoOf(business)}<b>${isolated(business.name)}</b>${[...business.addressLines, ...business.taxLines].map((line) => html`<span>${line}</span>`)}<span>${business.email}</span></div>`;
}

// A strip is generated once for each brand, up to a limit.
const MOST_STRIPS = 1_000;
const strips = new Map<string, string>();

function selvedge(business: Business): string {
  const cacheKey = `${business.id} ${business.primaryColor} ${business.secondaryColor}`;
  const strip = strips.get(cacheKey) ?? woven(business);
  if (strips.size >= MOST_STRIPS) strips.clear();
  strips.set(cacheKey, strip);
  return strip;
}

// As a repeating image, the strip is as long as the document however many items there are.
function woven(business: Business): string {
  const strip = cloth(business.id, {
    primary: business.primaryColor,
    secondary: business.secondaryColor,
    columns: 2,
    rows: CLOTH_REPEAT,
    crackle: false,
    idPrefix: 's',
  });
  return `data:image/svg+xml,${encodeURIComponent(strip).replace(/[()']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
}

function microText(business: Business, number: string): Html {
  const microWords = [business.name.toUpperCase(), 'GENUINE', number];
  return html`<div class="micro" aria-hidden="true">${[...microWords, ...microWords].map((word) => html`<span>${word}</span>`)}</div>`;
}

function logoOf({ logoUrl, name }: Business): Html {
  if (logoUrl) return html`<img class="logo" src="${logoUrl}" alt="" height="46" decoding="async">`;
  return when(
    initialsOf(name),
    () => html`<span class="logo initials" aria-hidden="true">${initialsOf(name)}</span>`,
  );
}
