import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { fill } from '#core/fill.ts';
import { formatMoney } from '#core/money.ts';
import type { Env } from '#server/http/env.ts';
import type { System } from '#server/kernel/scope.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { type Issuer, issuerOf } from '#server/modules/invoices/queries/issuer.ts';
import { locales } from '#server/modules/notifications/locales/locales.ts';
import { stopCard } from '#server/modules/saved-cards/commands/cards.ts';
import { cardByStopKey, listCards, type ShownCard } from '#server/modules/saved-cards/queries/cards.ts';
import { planName } from '#server/modules/notifications/queries/card-wording.ts';
import { localHref } from '../locales/locales.ts';
import { bigSign, fillHtml, type Html } from '../pay/components.ts';
import { layout, type PageSetting } from '../pay/layout.ts';
import { messagePage } from '../pay/page.ts';
import { isOurs, publicPages } from '../pay/public-pages.ts';

const MOST_BYTES = 1024;
const KEY = /^[\w-]{43}$/;

/**
 * The public pages under /card: a saved card each, for anybody who has the link of a message about it. Mail programs and
 * scanners follow links, so only the POST of the button stops it.
 */
export function cardPages(system: System): Hono<Env> {
  const { app, scopeOf, settingOf } = publicPages(system, ({ unsubscribe }) => unsubscribe.failure);
  app.get('/:key', (c) => show(c));
  app.post('/:key', bodyLimit({ maxSize: MOST_BYTES }), async (c) => {
    const scope = scopeOf(c);
    const card = isOurs(c, scope.publicUrl()) ? await cardOf(c) : undefined;
    if (card)
      await scope.transactFor(card.business_id, (ctx) =>
        stopCard(ctx, { businessId: card.business_id, id: card.id }, 'customer'),
      );
    return c.redirect(localHref(`/card/${c.req.param('key')}`, settingOf(c).locale), 303);
  });

  const cardOf = async (c: Context<Env, '/:key'>) =>
    KEY.test(c.req.param('key')) ? cardByStopKey(scopeOf(c).db, c.req.param('key')) : undefined;

  async function show(c: Context<Env, '/:key'>): Promise<Response> {
    const scope = scopeOf(c);
    const found = await cardOf(c);
    if (!found) {
      const setting = settingOf(c);
      const { gone: title, goneText: text } = locales[setting.locale.language].savedCard.page;
      return c.html(messagePage({ title, text, retry: null }, setting), 404);
    }
    const { business_id: businessId, customer_id: customerId } = found;
    const { issuer } = await issuerOf(scope, businessId);
    const shown = await listCards(scope.db, businessId, { customerId });
    const card = shown.find(({ id }) => id === found.id) ?? { ...found, customer_name: '', title: '' };
    const setting = settingOf(c, await languageOf(scope.db, businessId, customerId));
    return c.html(cardPage(card, issuer, setting));
  }
  return app;
}

/** The card that is charged and the button that ends it, or that it has ended. */
function cardPage(card: ShownCard, business: Issuer, { assets, ...setting }: PageSetting): Html {
  const { locale } = setting;
  const { page } = locales[locale.language].savedCard;
  const isActive = card.status === 'active';
  const values = {
    business: business.name,
    last4: card.last4 ?? '',
    cap: formatMoney(card.cap_minor, card.currency),
    plan: planName(card.title, locale.language),
  };
  const [title, text] = isActive ? [page.heading, page.text] : [page.done, page.doneText];
  const button = html`<form method="post" action="${localHref(`/card/${card.stop_key}`, locale)}"><button class="btn main" type="submit">${page.button}</button></form>`;
  const main = html`<main class="wrap one" id="main"><section class="pay message">
${bigSign(isActive ? 'closed' : 'tick', 'plain')}<h1 class="say" id="headline" tabindex="-1">${title}</h1><p class="note">${fillHtml(text, values)}</p>
${isActive ? button : ''}
</section></main>`;
  return layout(
    {
      title,
      description: fill(text, values),
      shared: null,
      business,
      testMode: false,
      assets: { ...assets, script: null },
      ...setting,
    },
    main,
  );
}
