import { html } from 'hono/html';
import type { Shop, Typed, Wrong } from '#server/modules/pos/flows.ts';
import type { PayAssets } from '../pay/assets.ts';
import { bigSign, businessLine, type Html, icon, when } from '../pay/components.ts';
import { layout } from '../pay/layout.ts';

type Setting = { assets: PayAssets; lite: boolean };

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
export function shopPage(shop: Shop, form: ShopForm, setting: Setting): Html {
  const { issuer } = shop;
  const isWrong = Object.keys(form.wrong).length > 0;
  const main = html`<main class="wrap one" id="main"><section class="pay" aria-labelledby="headline">
${businessLine(issuer)}
<form method="post" action="/shop/${shop.code}" class="till">
<h1 class="say" id="headline" tabindex="-1">Pay ${issuer.name}</h1>
${when(form.failure, () => html`<p class="told-off" role="alert">${form.failure}</p>`)}
${when(isWrong, () => html`<p class="told-off" role="alert">Nothing was charged. Please look at ${Object.keys(form.wrong).length === 1 ? 'the field' : 'the fields'} marked below.</p>`)}
<input type="hidden" name="token" value="${form.token}">
${box(form, amountBox)}
${box(form, descriptionBox)}
${box(form, nameBox)}
<button class="btn main" type="submit">Go on to pay</button>
<p class="note">Next you choose how to pay: bank transfer, card or USSD. Nothing is charged before.</p>
</form>
<p class="safe">${icon('shield')}<span>Payments go through a licensed provider. ${issuer.name} never sees your card or bank details.</span></p>
</section></main>`;
  const title = `${isWrong ? 'Please check: ' : ''}Pay ${issuer.name}`;
  return page(shop, { title, description: `Type what to pay ${issuer.name} at the counter.` }, setting, main);
}

const amountBox: Box = {
  name: 'amount',
  label: 'Amount in naira',
  hint: 'From ₦100 to ₦10,000,000',
  attributes: html` class="sum" inputmode="decimal" autocomplete="off" required maxlength="20" placeholder="0"`,
};
const descriptionBox: Box = {
  name: 'words',
  label: 'What for (optional)',
  attributes: html` autocomplete="off" maxlength="80" enterkeyhint="next"`,
};
const nameBox: Box = {
  name: 'name',
  label: 'Your name (optional)',
  attributes: html` autocomplete="name" maxlength="80"`,
};

function box({ typed, wrong }: ShopForm, { name, label, hint, attributes }: Box): Html {
  const problem = wrong[name];
  const describedBy = [problem && `${name}-problem`, hint && `${name}-hint`].filter(Boolean).join(' ');
  return html`<div class="line"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${typed[name]}"${attributes}${problem ? html` aria-invalid="true"` : ''}${describedBy ? html` aria-describedby="${describedBy}"` : ''}>
${when(problem, () => html`<p class="wrong" id="${name}-problem">${problem}</p>`)}
${when(hint, () => html`<p class="hint" id="${name}-hint">${hint}</p>`)}</div>`;
}

/** The page of a poster out of use. */
export function endedPage(shop: Shop, setting: Setting): Html {
  const title = 'This poster is no longer in use';
  const text = `${shop.issuer.name} has a new one. Please ask there for it, and do not pay here.`;
  const main = html`<main class="wrap one" id="main"><section class="pay message">
${bigSign('closed', 'plain')}<h1 class="say" id="headline" tabindex="-1">${title}</h1><p class="note">${text}</p>
</section></main>`;
  return page(shop, { title, description: text }, setting, main);
}

function page(
  { issuer, testMode }: Shop,
  meta: { title: string; description: string },
  { assets, lite }: Setting,
  main: Html,
): Html {
  return layout(
    // Nothing here needs a script.
    { ...meta, shared: null, business: issuer, testMode, assets: { ...assets, script: null }, lite },
    main,
  );
}
