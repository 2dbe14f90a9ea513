import { html, raw } from 'hono/html';
import { cloth, houseCloth, inks } from '#core/cloth.ts';
import { fill } from '#core/fill.ts';
import { languages } from '#core/languages.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';
import { LANGUAGE_PARAMETER, type PageLocale } from '../locales/locales.ts';
import type { PayAssets } from './assets.ts';
import { duewellLogo, fillHtml, type Html, when } from './components.ts';
import { CARD } from './share-card.ts';

type Business = PayView['business'];

/** `lite`: the visitor asked for less data, so no fonts are fetched. */
export type PageSetting = { assets: PayAssets; lite: boolean; locale: PageLocale };

export type Frame = PageSetting & {
  title: string;
  description: string;
  /** Preview of the link in a chat; null where there is nothing to share. */
  shared: { title: string; description: string; url: string } | null;
  business: Business | null;
  testMode: boolean;
};

const BAND = { columns: 34, rows: 6, idPrefix: 'band-' };

/** The document around every page under /pay: head, cloth band, live region, foot. */
export function layout(frame: Frame, main: Html): Html {
  const { page, language, script } = frame.locale;
  return html`<!doctype html>
<html lang="${language === 'en' ? 'en-NG' : language}"${frame.lite ? raw(' class="lite"') : ''}>
<head>
${head(frame)}
</head>
<body>
<header>
${when(frame.testMode, () => html`<p class="test">${page.testMode}</p>`)}
<div class="band" aria-hidden="true">${raw(bandOf(frame.business))}</div>
</header>
${main}
<p class="sr" role="status" aria-live="polite" data-live${when(frame.assets.script, () => html` data-texts="${JSON.stringify(script)}"`)}></p>
${languageChoice(frame)}
<footer class="by"><a href="/">${fillHtml(page.poweredBy, { duewell: html`${raw(duewellLogo)}<b>Duewell</b>` })}</a></footer>
</body>
</html>`;
}

// Plain links, and nothing stored: whoever shares the address decides for nobody else.
function languageChoice({ locale }: Frame): Html {
  return html`<nav class="languages" aria-label="${locale.page.language}">${languages.map(
    ({ code, name }) =>
      html`<a href="?${LANGUAGE_PARAMETER}=${code}" lang="${code}" hreflang="${code}"${when(code === locale.language, () => html` aria-current="true"`)}>${name.replace(/ \(.*/, '')}</a>`,
  )}</nav>`;
}

function head({ title, description, shared, business, assets, lite, locale }: Frame): Html {
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
${preview(shared, locale)}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${assets.styles.map((href) => html`<link rel="stylesheet" href="${href}">`)}
${when(!lite, () => html`${assets.fonts.map((href) => html`<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`)}`)}
${when(assets.script, () => html`<script type="module" src="${assets.script}"></script>`)}`;
}

function preview(shared: Frame['shared'], { preview: texts }: PageLocale): Html {
  if (!shared) return html``;
  const { title, description, url } = shared;
  return html`<meta property="og:type" content="website">
<meta property="og:site_name" content="Duewell">
<meta property="og:url" content="${url}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:image" content="${url}/card.png">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${CARD.width}">
<meta property="og:image:height" content="${CARD.height}">
<meta property="og:image:alt" content="${fill(texts.image, { title })}">
<meta name="twitter:card" content="summary_large_image">`;
}

function bandOf(business: Business | null): string {
  if (!business) return houseCloth(BAND);
  return cloth(business.id, { primary: business.primaryColor, secondary: business.secondaryColor, ...BAND });
}
