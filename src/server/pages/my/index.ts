import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { AppError } from '#core/errors.ts';
import { isEmailAddress } from '#core/email.ts';
import type { Env } from '#server/http/env.ts';
import { consumeLimit } from '#server/kernel/rate-limits.ts';
import type { System } from '#server/kernel/scope.ts';
import { askForLinks } from '#server/modules/customer-portal/flows/links.ts';
import { stopMyCard } from '#server/modules/customer-portal/flows/cards.ts';
import { portalView } from '#server/modules/customer-portal/flows/portal.ts';
import {
  leavePortal,
  openPortal,
  readerOf,
  readerOfLink,
} from '#server/modules/customer-portal/flows/session.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { localHref } from '../locales/locales.ts';
import { isOurs, publicPages } from '../pay/public-pages.ts';
import { askedPage, askPage, gonePage, openPage } from './forms.ts';
import { portalPage } from './page.ts';

const MOST_BYTES = 2048;

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

  const gone = async (c: Context<Env>): Promise<Response> => c.html(gonePage(settingOf(c)), 410);
  return app;
}
