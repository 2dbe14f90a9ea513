import { html } from 'hono/html';
import { fill } from '#core/fill.ts';
import type { Issuer } from '#server/modules/invoices/queries/issuer.ts';
import { localHref } from '../locales/locales.ts';
import { bigSign, fillHtml, type Html, when } from '../pay/components.ts';
import { layout, type PageSetting } from '../pay/layout.ts';

/** Asks for the address a link goes to. Works without scripts. */
export function askPage({ typed, wrong }: { typed: string; wrong: boolean }, setting: PageSetting): Html {
  const { ask } = setting.locale.portal;
  const described = wrong ? html` aria-invalid="true" aria-describedby="email-problem"` : '';
  return framed(
    { title: ask.title, text: ask.text },
    html`<form method="post" action="${localHref('/my', setting.locale)}" class="till">
<h1 class="say" id="headline" tabindex="-1">${ask.title}</h1><p class="note">${ask.text}</p>
<div class="line"><label for="email">${ask.label}</label>
<input id="email" name="email" type="email" value="${typed}" autocomplete="email" inputmode="email" required maxlength="254"${described}>
${when(wrong, () => html`<p class="wrong" id="email-problem" role="alert">${ask.wrong}</p>`)}</div>
<button class="btn main" type="submit">${ask.button}</button>
</form>`,
    setting,
  );
}

/** The same whether the address is known or not. */
export function askedPage(setting: PageSetting): Html {
  const { asked } = setting.locale.portal;
  return framed(asked, message('tick', asked), setting);
}

/** A link that was used, is too old, was ended or never was; `open` is whose page this browser still holds. */
export function gonePage(open: Issuer | null, setting: PageSetting): Html {
  const { gone, open: texts } = setting.locale.portal;
  const shown = open ? { title: gone.text, text: texts.text } : gone;
  const label = open ? fillHtml(texts.title, { business: open.name }) : gone.button;
  const way = html`<a class="btn main" href="${localHref('/my', setting.locale)}">${label}</a>`;
  return framed(shown, message('closed', shown, way), setting);
}

/** The button that opens a link. */
export function openPage(
  { business, token }: { business: Issuer; token: string },
  setting: PageSetting,
): Html {
  const { open } = setting.locale.portal;
  const title = fill(open.title, { business: business.name });
  const shown = { title: fillHtml(open.title, { business: business.name }), text: open.text };
  const button = html`<form method="post" action="${localHref(`/my/open/${token}`, setting.locale)}"><button class="btn main" type="submit">${open.button}</button></form>`;
  return framed({ title, text: open.text, business }, message('shield', shown, button), setting);
}

const message = (
  sign: 'tick' | 'closed' | 'shield',
  { title, text }: { title: string | Html; text: string },
  way: Html = html``,
): Html => html`<div class="message">${bigSign(sign, 'plain')}<h1 class="say" id="headline" tabindex="-1">${title}</h1><p class="note">${text}</p>
${way}</div>`;

type Head = { title: string; text: string; business?: Issuer };

// Nothing here needs a script.
const framed = ({ title, text, business }: Head, body: Html, { assets, ...setting }: PageSetting): Html =>
  layout(
    {
      title: business ? title : `${title} | Duewell`,
      description: text,
      shared: null,
      business: business ?? null,
      testMode: false,
      assets: { ...assets, script: null },
      ...setting,
    },
    html`<main class="wrap one" id="main"><section class="pay" aria-labelledby="headline">
${body}
</section></main>`,
  );
