import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { AppError } from '#core/errors.ts';
import { newToken } from '#core/ids.ts';
import type { Env } from '#server/http/env.ts';
import type { System } from '#server/kernel/scope.ts';
import {
  openSaleForCustomer,
  parseShopForm,
  type Shop,
  shopByCode,
  type Typed,
} from '#server/modules/pos/flows.ts';
import { messagePage } from '../pay/page.ts';
import { publicPages } from '../pay/public-pages.ts';
import { endedPage, type ShopForm, shopPage } from './page.ts';

const NOT_FOUND = {
  title: 'This address does not lead to a shop',
  text: 'Please look at the poster once more, or scan the code on it.',
  retry: null,
};
const FAILURE = {
  title: 'Something went wrong on our side',
  text: 'Nothing was charged. Please try again in a moment.',
};
const ELSEWHERE = {
  title: 'This form came from another page',
  text: 'Nothing was charged. Please scan the code on the poster again.',
  retry: null,
};
const TOO_LARGE = {
  title: 'That is too much text',
  text: 'Nothing was charged. Please type less.',
  retry: null,
};
const MOST_BYTES = 8 * 1024;
const BUSY = 'Many payments are open here right now. Nothing was charged. Please try again in a few minutes.';
const TOKEN = /^[\w-]{20}$/;
const EMPTY: Typed = { amount: '', name: '', words: '' };

/** The public pages under /shop: a counter each, where a customer types what to pay. */
export function shopPages(system: System): Hono<Env> {
  const { app, scopeOf, settingOf } = publicPages(system, FAILURE);
  app.get('/:code', async (c) => {
    const shop = await shopByCode(scopeOf(c), c.req.param('code'));
    if (!shop) return c.html(messagePage(NOT_FOUND, settingOf(c)), 404);
    return show(c, shop, { typed: EMPTY, wrong: {}, failure: null });
  });
  const limited = bodyLimit({
    maxSize: MOST_BYTES,
    onError: (c) => c.html(messagePage(TOO_LARGE, settingOf(c)), 413),
  });
  app.post('/:code', limited, async (c) => {
    const scope = scopeOf(c);
    if (!isOurs(c, scope.publicUrl())) return c.html(messagePage(ELSEWHERE, settingOf(c)), 403);
    const shop = await shopByCode(scope, c.req.param('code'));
    if (!shop) return c.html(messagePage(NOT_FOUND, settingOf(c)), 404);
    const { token, input: typed, result: read } = parseShopForm(await c.req.text());
    if (!shop.inUse || !read.ok)
      return show(c, shop, { typed, wrong: read.ok ? {} : read.errors, failure: null }, 422);
    try {
      const order = { ...read.order, token: TOKEN.test(token) ? token : newToken(15) };
      return c.redirect(`/pay/${await openSaleForCustomer(scope, shop, order)}`, 303);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error;
      return show(c, shop, { typed, wrong: {}, failure: BUSY }, 429);
    }
  });

  function show(
    c: Context<Env>,
    shop: Shop,
    form: Omit<ShopForm, 'token'>,
    status: 200 | 422 | 429 = 200,
  ): Response | Promise<Response> {
    if (!shop.inUse) return c.html(endedPage(shop, settingOf(c)), 410);
    return c.html(shopPage(shop, { ...form, token: newToken(15) }, settingOf(c)), status);
  }
  return app;
}

/** Whether a form was sent from a page of ours, as far as the browser tells. There is no session to misuse. */
function isOurs(c: Context<Env>, publicUrl: string): boolean {
  const site = c.req.header('Sec-Fetch-Site');
  if (site) return site === 'same-origin' || site === 'none';
  const origin = c.req.header('Origin');
  return !origin || origin === 'null' || origin === new URL(publicUrl).origin;
}
