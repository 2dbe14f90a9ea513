import { html, raw } from 'hono/html';
import { cloth, houseCloth, inks } from '#core/cloth.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';
import type { PayAssets } from './assets.ts';
import { type Html, when } from './parts.ts';

type Business = PayView['business'];

/** `lite`: the visitor asked for less data, so no fonts are fetched. */
export type Frame = {
  title: string;
  description: string;
  business: Business | null;
  testMode: boolean;
  assets: PayAssets;
  lite: boolean;
};

const BAND = { columns: 34, rows: 6, idPrefix: 'band-' };

/** The document around every page under /pay: head, cloth band, live region, foot. */
export function layout(frame: Frame, main: Html): Html {
  return html`<!doctype html>
<html lang="en-NG"${frame.lite ? raw(' class="lite"') : ''}>
<head>
${head(frame)}
</head>
<body>
<header>
${when(frame.testMode, () => html`<p class="test">TEST MODE: no real money moves</p>`)}
<div class="band" aria-hidden="true">${raw(bandOf(frame.business))}</div>
</header>
${main}
<p class="sr" role="status" aria-live="polite" data-live></p>
<footer class="by"><a href="/">Powered by ${mark}<b>Duewell</b></a></footer>
</body>
</html>`;
}

function head({ title, description, business, assets, lite }: Frame): Html {
  const ground = business ? inks(business.primaryColor, business.secondaryColor)[0] : '#211F6B';
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<meta name="theme-color" content="${ground}">
<title>${title}</title>
<meta name="description" content="${description}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:site_name" content="Duewell">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${assets.styles.map((href) => html`<link rel="stylesheet" href="${href}">`)}
${when(!lite, () => html`${assets.fonts.map((href) => html`<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`)}`)}
${when(assets.script, () => html`<script type="module" src="${assets.script}"></script>`)}`;
}

function bandOf(business: Business | null): string {
  if (!business) return houseCloth(BAND);
  return cloth(business.id, { primary: business.primaryColor, secondary: business.secondaryColor, ...BAND });
}

const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false"><rect width="32" height="32" rx="9" fill="#211F6B"/><path d="M4 15a12 12 0 0 0 24 0h-3.6a8.4 8.4 0 0 1-16.8 0z" fill="#FBF7EE"/><path d="M10 15a6 6 0 0 0 12 0h-3.2a2.8 2.8 0 0 1-5.6 0z" fill="#F7B32B"/><circle cx="16" cy="8" r="3.4" fill="#FF6A3D"/></svg>`;
