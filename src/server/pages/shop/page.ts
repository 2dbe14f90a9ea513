import { html } from 'hono/html';
import { fill } from '#core/fill.ts';
import type { FieldProblem, Shop, Typed, Wrong } from '#server/modules/pos/flows.ts';
import { localHref, type PageLocale } from '../locales/locales.ts';
import { bigSign, businessLine, fillHtml, type Html, safePayments, when } from '../pay/components.ts';
import { layout, type PageSetting } from '../pay/layout.ts';

/**
 * State of the form: typed values stay, with their problems beside them. `failure` is not the customer's
 * mistake.
 */
export type ShopForm = { typed: Typed; wrong: Wrong; failure: string | null; token: string };

type Box = {
  name: keyof Typed;
  label: string;
  hint?: string;
  attributes: Html;
};

/** Asks a customer at the point of sale for the amount. Works without scripts, and without an account. */
export function shopPage(shop: Shop, form: ShopForm, setting: PageSetting): Html {
  const { issuer } = shop;
  const { locale } = setting;
  const texts = locale.shop;
  const wrong = Object.keys(form.wrong).length;
  const business = issuer.name;
  const main = html`<main class="wrap one" id="main"><section class="pay" aria-labelledby="headline">
${businessLine(issuer, locale)}
<form method="post" action="${localHref(`/shop/${shop.code}`, locale)}" class="till">
<h1 class="say" id="headline" tabindex="-1">${fillHtml(texts.title, { business })}</h1>
${when(form.failure, () => html`<p class="told-off" role="alert">${form.failure}</p>`)}
${when(wrong > 0, () => html`<p class="told-off" role="alert">${wrong === 1 ? texts.wrongField : texts.wrongFields}</p>`)}
<input type="hidden" name="token" value="${form.token}">
${boxesOf(locale).map(
  (each) => html`${box(form, each, locale)}
`,
)}<button class="btn main" type="submit">${texts.submit}</button>
<p class="note">${texts.next}</p>
</form>
${safePayments(issuer, locale)}
</section></main>`;
  const title = fill(wrong > 0 ? texts.titleAgain : texts.title, { business });
  return page(shop, { title, description: fill(texts.description, { business }) }, setting, main);
}

const boxesOf = ({ shop }: PageLocale): Box[] => [
  {
    name: 'amount',
    label: shop.amount,
    hint: shop.amountHint,
    attributes: html` class="sum" inputmode="decimal" autocomplete="off" required maxlength="20" placeholder="0"`,
  },
  {
    name: 'words',
    label: shop.purpose,
    attributes: html` autocomplete="off" maxlength="80" enterkeyhint="next"`,
  },
  { name: 'name', label: shop.name, attributes: html` autocomplete="name" maxlength="80"` },
];

const problemText = (problem: FieldProblem, { shop }: PageLocale): string =>
  fill(shop.problems[problem.code], 'limit' in problem ? { limit: problem.limit } : {});

function box({ typed, wrong }: ShopForm, { name, label, hint, attributes }: Box, locale: PageLocale): Html {
  const problem = wrong[name];
  const describedBy = [problem && `${name}-problem`, hint && `${name}-hint`].filter(Boolean).join(' ');
  return html`<div class="line"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${typed[name]}"${attributes}${problem ? html` aria-invalid="true"` : ''}${describedBy ? html` aria-describedby="${describedBy}"` : ''}>
${problem ? html`<p class="wrong" id="${name}-problem">${problemText(problem, locale)}</p>` : ''}
${when(hint, () => html`<p class="hint" id="${name}-hint">${hint}</p>`)}</div>`;
}

/** The page of a poster out of use. */
export function endedPage(shop: Shop, setting: PageSetting): Html {
  const { ended } = setting.locale.shop;
  const { title } = ended;
  const text = fill(ended.text, { business: shop.issuer.name });
  const main = html`<main class="wrap one" id="main"><section class="pay message">
${bigSign('closed', 'plain')}<h1 class="say" id="headline" tabindex="-1">${title}</h1><p class="note">${fillHtml(ended.text, { business: shop.issuer.name })}</p>
</section></main>`;
  return page(shop, { title, description: text }, setting, main);
}

function page(
  { issuer, testMode }: Shop,
  meta: { title: string; description: string },
  { assets, ...setting }: PageSetting,
  main: Html,
): Html {
  return layout(
    // Nothing here needs a script.
    { ...meta, shared: null, business: issuer, testMode, assets: { ...assets, script: null }, ...setting },
    main,
  );
}
