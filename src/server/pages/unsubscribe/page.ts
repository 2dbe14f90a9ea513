import { html } from 'hono/html';
import type { Issuer } from '#server/modules/invoices/queries/issuer.ts';
import type { UnsubscribeTarget } from '#server/modules/notifications/queries/unsubscribe.ts';
import { localHref } from '../locales/locales.ts';
import { bigSign, type Html } from '../pay/components.ts';
import { layout, type PageSetting } from '../pay/layout.ts';
import { messagesFor, type Stage } from './messages.ts';

type UnsubscribeView = { subscription: UnsubscribeTarget; business: Issuer; token: string; stage: Stage };

/** Asks for confirmation, or shows the result and how to undo it. Viewing it changes nothing. */
export function unsubscribePage(
  { subscription: way, business, token, stage }: UnsubscribeView,
  setting: PageSetting,
): Html {
  const { title, text, button } = messagesFor(way, business.name, stage, setting.locale);
  const ended = stage === 'ended';
  const action = localHref(`/unsubscribe/${token}${ended ? '?undo' : ''}`, setting.locale);
  const main = html`<main class="wrap one" id="main"><section class="pay message">
${bigSign(stage === 'asked' ? 'closed' : 'tick', 'plain')}<h1 class="say" id="headline" tabindex="-1">${title}</h1><p class="note">${text}</p>
<form method="post" action="${action}"><button class="btn ${ended ? 'plain' : 'main'}" type="submit">${button}</button></form>
</section></main>`;
  const frame = { title, description: text, shared: null, business, testMode: false };
  return layout({ ...frame, ...setting, assets: { ...setting.assets, script: null } }, main);
}
