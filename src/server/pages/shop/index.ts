import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { AppError } from '#core/errors.ts';
import { newToken } from '#core/ids.ts';
import type { Env } from '#server/http/env.ts';
import type { System } from '#server/kernel/scope.ts';
import { usualLanguageOf } from '#server/modules/customers/queries/language.ts';
import {
  openSaleForCustomer,
  parseShopForm,
  type Shop,
  shopByCode,
  type Typed,
} from '#server/modules/pos/flows.ts';
import { localHref } from '../locales/locales.ts';
import { messagePage } from '../pay/page.ts';
import { isOurs, publicPages } from '../pay/public-pages.ts';
import { endedPage, type ShopForm, shopPage } from './page.ts';

const MOST_BYTES = 8 * 1024;
const TOKEN = /^[\w-]{20}$/;
const EMPTY: Typed = { amount: '', name: '', words: '' };

/** The public pages under /shop: a counter each, where a customer types what to pay. */
export function shopPages(system: System): Hono<Env> {
  const { app, scopeOf, settingOf } = publicPages(system, ({ pay }) => pay.failure);
  app.get('/:code', async (c) => {
    const shop = await shopByCode(scopeOf(c), c.req.param('code'));
    if (!shop) return refuse(c, 'notFound', 404);
    return show(c, shop, { typed: EMPTY, wrong: {} });
  });
  const limited = bodyLimit({
    maxSize: MOST_BYTES,
    onError: (c: Context<Env>) => refuse(c, 'tooLarge', 413),
  });
  app.post('/:code', limited, async (c) => {
    const scope = scopeOf(c);
    if (!isOurs(c, scope.publicUrl())) return refuse(c, 'elsewhere', 403);
    const shop = await shopByCode(scope, c.req.param('code'));
    if (!shop) return refuse(c, 'notFound', 404);
    const { token, input: typed, result: read } = parseShopForm(await c.req.text());
    if (!shop.inUse || !read.ok) return show(c, shop, { typed, wrong: read.ok ? {} : read.errors }, 422);
    try {
      const order = { ...read.order, token: TOKEN.test(token) ? token : newToken(15) };
      const payPath = `/pay/${await openSaleForCustomer(scope, shop, order)}`;
      return c.redirect(localHref(payPath, settingOf(c).locale), 303);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error;
      return show(c, shop, { typed, wrong: {} }, 429);
    }
  });

  async function show(
    c: Context<Env>,
    shop: Shop,
    form: Pick<ShopForm, 'typed' | 'wrong'>,
    status: 200 | 422 | 429 = 200,
  ): Promise<Response> {
    const setting = settingOf(c, await usualLanguageOf(scopeOf(c).db, shop.businessId));
    if (!shop.inUse) return c.html(endedPage(shop, setting), 410);
    const failure = status === 429 ? setting.locale.shop.busy : null;
    return c.html(shopPage(shop, { ...form, failure, token: newToken(15) }, setting), status);
  }

  function refuse(
    c: Context<Env>,
    problem: 'notFound' | 'elsewhere' | 'tooLarge',
    status: 403 | 404 | 413,
  ): Response | Promise<Response> {
    const setting = settingOf(c);
    return c.html(messagePage({ ...setting.locale.shop[problem], retry: null }, setting), status);
  }
  return app;
}
