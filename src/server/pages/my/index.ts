import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { MAX_PAID_TOGETHER } from '#contract/customer-portal.ts';
import { AppError } from '#core/errors.ts';
import { isEmailAddress } from '#core/email.ts';
import type { Env } from '#server/http/env.ts';
import { consumeLimit } from '#server/kernel/rate-limits.ts';
import type { System, SystemScope } from '#server/kernel/scope.ts';
import { askForLinks } from '#server/modules/customer-portal/flows/links.ts';
import { stopMyCard } from '#server/modules/customer-portal/flows/cards.ts';
import { payWithMyCredit } from '#server/modules/customer-portal/flows/credit.ts';
import { payTogether } from '#server/modules/customer-portal/flows/pay.ts';
import { portalView } from '#server/modules/customer-portal/flows/portal.ts';
import {
  leavePortal,
  openPortal,
  type Reader,
  readerOf,
  readerOfLink,
} from '#server/modules/customer-portal/flows/session.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import {
  syncTogether,
  togetherOf,
  togetherView,
  type TogetherCheckout,
} from '#server/modules/payments/flows/together.ts';
import { localHref } from '../locales/locales.ts';
import { arrivalOf } from '../pay/index.ts';
import { isOurs, publicPages } from '../pay/public-pages.ts';
import { askedPage, askPage, gonePage, openPage } from './forms.ts';
import { portalPage } from './page.ts';
import { togetherPage } from './pay-page.ts';
import type { PayProblem } from './ticks.ts';

const MOST_BYTES = 2048;
/** Of a form with every box ticked. */
const MOST_TICK_BYTES = 16_384;
/** Query parameter: how many of the ticked invoices were not taken. */
const LEFT_OUT = 'left';

/**
 * The public pages under /my: a customer's own, of one business. Mail programs and scanners follow links, so only the POST of
 * a button uses one up.
 */
export function portalPages(system: System): Hono<Env> {
  const { app, scopeOf, settingOf } = publicPages(system, ({ portal }) => portal.failure);
  const small = bodyLimit({ maxSize: MOST_BYTES });

  app.get('/', async (c) => {
    const reader = await readerOf(scopeOf(c), c.req.raw.headers);
    const asked = c.req.query('of') ?? reader?.businessId;
    if (reader?.businessId !== asked || !reader)
      return c.html(askPage({ typed: '', wrong: false }, settingOf(c)));
    const view = await portalView(reader);
    return c.html(portalPage(view, settingOf(c, view.language)));
  });

  payRoutes({ app, scopeOf, settingOf });
  app.post('/', small, async (c) => {
    const scope = scopeOf(c);
    const setting = settingOf(c);
    const typed = (new URLSearchParams(await c.req.text()).get('email') ?? '').trim().toLowerCase();
    if (!isOurs(c, scope.publicUrl()) || !isEmailAddress(typed))
      return c.html(askPage({ typed, wrong: true }, setting), 422);
    const { portalLinks } = scope.config.limits;
    await consumeLimit(scope.db, 'portalLinks', portalLinks, scope.clientAddress, scope.now);
    await askForLinks(scope, typed, setting.locale.isChosen ? setting.locale.language : null);
    return c.html(askedPage(setting));
  });

  app.get('/open/:token', (c) => offer(c, c.req.param('token')));
  app.post('/open/:token', small, async (c) => {
    const scope = scopeOf(c);
    const token = c.req.param('token');
    // A form elsewhere must not put somebody into another's page.
    if (!isOurs(c, scope.publicUrl())) return offer(c, token);
    try {
      for (const cookie of await openPortal(scope, token)) c.header('Set-Cookie', cookie, { append: true });
    } catch (error) {
      if (error instanceof AppError && error.code === 'token_expired') return gone(c);
      throw error;
    }
    return c.redirect(localHref('/my', settingOf(c).locale), 303);
  });

  app.post('/cards/:id/stop', small, async (c) => {
    const scope = scopeOf(c);
    const reader = await readerOf(scope, c.req.raw.headers);
    if (reader && isOurs(c, scope.publicUrl())) await stopMyCard(reader, c.req.param('id'));
    return c.redirect(localHref('/my', settingOf(c).locale), 303);
  });

  app.post('/log-out', small, async (c) => {
    const scope = scopeOf(c);
    if (isOurs(c, scope.publicUrl()))
      for (const cookie of await leavePortal(scope, c.req.raw.headers))
        c.header('Set-Cookie', cookie, { append: true });
    return c.redirect(localHref('/my', settingOf(c).locale), 303);
  });

  async function offer(c: Context<Env>, token: string): Promise<Response> {
    const reader = await readerOfLink(scopeOf(c), token);
    if (!reader) return gone(c);
    const usual = await languageOf(reader.scope.db, reader.businessId, reader.customerId);
    return c.html(openPage({ business: reader.issuer, token }, settingOf(c, usual)));
  }

  // A link pressed a second time shows the way to the page that is open in this browser, and whose it is: the link may be another's.
  async function gone(c: Context<Env>): Promise<Response> {
    const reader = await readerOf(scopeOf(c), c.req.raw.headers);
    return c.html(gonePage(reader?.issuer ?? null, settingOf(c)), 410);
  }
  return app;
}

/** The form of ticked invoices, and the page where they are paid at once. */
function payRoutes({ app, scopeOf, settingOf }: ReturnType<typeof publicPages>): void {
  onTicked('/pay', async (c, reader, ticked) => {
    const { path, dropped } = await payTogether(reader, ticked);
    const { locale } = settingOf(c);
    return c.redirect(localHref(dropped > 0 ? `${path}?${LEFT_OUT}=${dropped}` : path, locale), 303);
  });

  // No redirect: an address must not be able to say that money was used.
  onTicked('/credit', async (c, reader, ticked) => {
    const used = await payWithMyCredit(reader, ticked);
    const view = await portalView(reader);
    return c.html(portalPage(view, settingOf(c, view.language), used));
  });

  app.get('/pay/:reference', async (c) => {
    const scope = scopeOf(c);
    const reader = await readerOf(scope, c.req.raw.headers);
    if (!reader) return c.html(askPage({ typed: '', wrong: false }, settingOf(c)));
    const own = await togetherOf(reader.scope, reader, c.req.param('reference'));
    const { locale } = settingOf(c);
    if (!own) return c.redirect(localHref('/my', locale), 303);
    const { [LEFT_OUT]: leftOut = '', ...query } = c.req.query();
    const arrival = arrivalOf(query);
    if (arrival !== 'plainly' && arrival !== 'given up')
      await trySync(reader.scope, own, arrival === 'from the provider');
    // Read again: a return may have been noted.
    const checkout = await togetherOf(reader.scope, reader, own.reference);
    const view = checkout && (await togetherView(reader.scope, checkout));
    if (!view?.checkout && !view?.attempt) return c.redirect(localHref('/my', locale), 303);
    const usual = await languageOf(reader.scope.db, reader.businessId, reader.customerId);
    const setting = { ...settingOf(c, usual), now: scope.now, dropped: Number(leftOut) || 0 };
    return c.html(togetherPage(view, reader, setting));
  });

  type Act = (c: Context<Env>, reader: Reader, ticked: string[]) => Promise<Response>;

  function onTicked(path: string, act: Act): void {
    app.post(path, bodyLimit({ maxSize: MOST_TICK_BYTES }), async (c) => {
      const scope = scopeOf(c);
      const reader = await readerOf(scope, c.req.raw.headers);
      if (!reader || !isOurs(c, scope.publicUrl()))
        return c.redirect(localHref('/my', settingOf(c).locale), 303);
      const ticked = new URLSearchParams(await c.req.text()).getAll('invoice');
      try {
        return await act(c, reader, ticked);
      } catch (error) {
        const problem = problemOf(error, ticked.length);
        if (!problem) throw error;
        const view = await portalView(reader);
        const isSpent = view.accounts.every(({ credit }) => credit === 0);
        const told = path === '/credit' && isSpent && isConflict(error) ? 'noCredit' : problem;
        return c.html(portalPage(view, settingOf(c, view.language), told), problem === 'down' ? 503 : 422);
      }
    });
  }
}

const isConflict = (error: unknown) => error instanceof AppError && error.code === 'conflict';

function problemOf(error: unknown, ticked: number): PayProblem | null {
  if (!(error instanceof AppError)) return null;
  if (error.code === 'unavailable') return 'down';
  if (error.code === 'invalid_input') return ticked > MAX_PAID_TOGETHER ? 'most' : 'none';
  return isConflict(error) ? 'none' : null;
}

// They see the page in any case; the provider is asked again later.
async function trySync(scope: SystemScope, checkout: TogetherCheckout, returned: boolean): Promise<void> {
  try {
    await syncTogether(scope, checkout, returned);
  } catch (error) {
    const { requestId } = scope;
    scope.log.warn({ err: error, requestId }, 'A returning customer could not be matched with a payment yet');
  }
}
