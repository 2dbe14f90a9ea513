import { type Context, Hono } from 'hono';
import type { Language } from '#core/languages.ts';
import { type Env, userAgentOf } from '#server/http/env.ts';
import { refusalOf } from '#server/http/error-response.ts';
import { awaitSlot, createThrottle, rateOf } from '#server/http/throttle.ts';
import { createRateLimiter } from '#server/kernel/rate-limits.ts';
import { type System, type SystemScope, systemScope } from '#server/kernel/scope.ts';
import { LANGUAGE_PARAMETER, localHref, type PageLocale, pageLocale } from '../locales/locales.ts';
import { readPayAssets } from './assets.ts';
import type { PageSetting } from './layout.ts';
import { messagePage } from './page.ts';

/** Temporary errors by code; everything else is a 500. */
const temporaryErrors: Partial<Record<string, 429 | 503>> = { too_many_requests: 429, unavailable: 503 };

/** Pages one address has at once; an invoice of 500 lines takes 17 ms of processor. */
const BURST = 10;

/** Helpers shared by the public pages. */
type PublicPages = {
  app: Hono<Env>;
  scopeOf(c: Context<Env>): SystemScope;
  /** `usual`: the language of the page's business or customer, where it has one. */
  settingOf(c: Context<Env>, usual?: Language): PageSetting;
};

/**
 * Common setup of the public pages: visits are rate limited, nothing is cached or indexed, and failures have
 * a page of their own.
 */
export function publicPages(system: System, failureText: (locale: PageLocale) => string): PublicPages {
  const app = new Hono<Env>();
  const assets = readPayAssets();
  const { everything: limit } = system.config.limits;
  const meter = createRateLimiter(system.db, 'pages', limit);
  const throttle = createThrottle({ ...rateOf(limit), burst: BURST }, () => system.now().getTime());
  const settingOf = (c: Context<Env>, usual: Language = 'en') => ({
    assets,
    lite: c.req.header('Save-Data') === 'on',
    locale: pageLocale(usual, c.req.query(LANGUAGE_PARAMETER)),
  });
  app.use(async (c, next) => {
    await meter(c.get('clientAddress'), system.now());
    await awaitSlot(throttle(c.get('clientAddress')), c.get('slot'));
    await next();
    setPrivateHeaders(c);
  });
  app.onError((error, c) => {
    const requestId = c.get('requestId');
    const refused = refusalOf(error, requestId, system.log);
    const status = temporaryErrors[refused?.code ?? ''] ?? 500;
    if (status === 500) system.log.error({ err: error, requestId }, 'A public page failed');
    setPrivateHeaders(c);
    if (refused?.details.retryAfterSeconds)
      c.header('Retry-After', String(refused.details.retryAfterSeconds));
    const setting = settingOf(c);
    const { locale } = setting;
    const { tooManyRequests, failure: title } = locale.page;
    const message = status === 429 ? tooManyRequests : { title, text: failureText(locale) };
    return c.html(messagePage({ ...message, retry: localHref(c.req.path, locale) }, setting), status);
  });
  return {
    app,
    settingOf,
    scopeOf: (c) =>
      systemScope(system, {
        clientAddress: c.get('clientAddress'),
        userAgent: userAgentOf(c.req.header('User-Agent')),
        requestId: c.get('requestId'),
      }),
  };
}

function setPrivateHeaders(c: Context<Env>): void {
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  c.header('X-Robots-Tag', 'noindex, nofollow');
}

/** Whether a form was sent from a page of ours, as far as the browser tells. There is no session to misuse. */
export function isOurs(c: Context<Env>, publicUrl: string): boolean {
  const site = c.req.header('Sec-Fetch-Site');
  if (site) return site === 'same-origin' || site === 'none';
  const origin = c.req.header('Origin');
  return !origin || origin === 'null' || origin === new URL(publicUrl).origin;
}
