import { html } from 'hono/html';
import type { Issuer } from '#server/modules/invoices/queries/issuer.ts';
import type { UnsubscribeTarget } from '#server/modules/notifications/queries/unsubscribe.ts';
import type { PayAssets } from '../pay/assets.ts';
import { bigSign, type Html } from '../pay/components.ts';
import { layout } from '../pay/layout.ts';
import { messagesFor, type Stage } from './messages.ts';

type Setting = { assets: PayAssets; lite: boolean };
type UnsubscribeView = { subscription: UnsubscribeTarget; business: Issuer; token: string; stage: Stage };

/** Asks for confirmation, or shows the result and how to undo it. Viewing it changes nothing. */
export function unsubscribePage(
  { subscription: way, business, token, stage }: UnsubscribeView,
  setting: Setting,
): Html {
  const { title, text, button } = messagesFor(way, business.name, stage);
  const ended = stage === 'ended';
  const action = `/unsubscribe/${token}${ended ? '?undo' : ''}`;
  const main = html`<main class="wrap one" id="main"><section class="pay message">
${bigSign(stage === 'asked' ? 'closed' : 'tick', 'plain')}<h1 class="say" id="headline" tabindex="-1">${title}</h1><p class="note">${text}</p>
<form method="post" action="${action}"><button class="btn ${ended ? 'plain' : 'main'}" type="submit">${button}</button></form>
</section></main>`;
  const frame = { title, description: text, shared: null, business, testMode: false };
  return layout({ ...frame, assets: { ...setting.assets, script: null }, lite: setting.lite }, main);
}
