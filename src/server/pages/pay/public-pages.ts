import { type Context, Hono } from 'hono';
import type { Env } from '#server/http/env.ts';
import { refusalOf } from '#server/http/error-response.ts';
import { createRateLimiter } from '#server/http/rate-limiter.ts';
import { type System, type SystemScope, systemScope } from '#server/kernel/scope.ts';
import { type PayAssets, readPayAssets } from './assets.ts';
import { messagePage } from './page.ts';

const BUSY = {
  title: 'Too many requests from this connection',
  text: 'Please wait a minute, then try again.',
};

/** Temporary errors by code; everything else is a 500. */
const temporaryErrors: Partial<Record<string, 429 | 503>> = { too_many_requests: 429, unavailable: 503 };

/** Helpers shared by the public pages. */
export type PublicPages = {
  app: Hono<Env>;
  scopeOf(c: Context<Env>): SystemScope;
  /** `lite`: the visitor asked for less data. */
  settingOf(c: Context<Env>): { assets: PayAssets; lite: boolean };
};

/**
 * Common setup of the public pages: visits are rate limited, nothing is cached or indexed, and failures have
 * a page of their own.
 */
export function publicPages(system: System, failure: { title: string; text: string }): PublicPages {
  const app = new Hono<Env>();
  const assets = readPayAssets();
  const meter = createRateLimiter(system.db, 'pages', system.config.limits.everything);
  const settingOf = (c: Context<Env>) => ({ assets, lite: c.req.header('Save-Data') === 'on' });
  app.use(async (c, next) => {
    await meter(c.get('clientAddress'), system.now());
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
    const page = messagePage({ ...(status === 429 ? BUSY : failure), retry: c.req.path }, settingOf(c));
    return c.html(page, status);
  });
  return {
    app,
    settingOf,
    scopeOf: (c) =>
      systemScope(system, { clientAddress: c.get('clientAddress'), requestId: c.get('requestId') }),
  };
}

function setPrivateHeaders(c: Context<Env>): void {
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  c.header('X-Robots-Tag', 'noindex, nofollow');
}
