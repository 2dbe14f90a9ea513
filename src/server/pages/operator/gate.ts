import { type Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { AppError, errorStatuses } from '#core/errors.ts';
import { newToken } from '#core/ids.ts';
import type { Env } from '#server/http/env.ts';
import { errorResponse, refusalOf } from '#server/http/error-response.ts';
import { createRateLimiter } from '#server/kernel/rate-limits.ts';
import { type System, type SystemScope, systemScope } from '#server/kernel/scope.ts';
import { operatorOf } from '#server/modules/operators/flows.ts';
import { hasOperators } from '#server/modules/operators/queries.ts';
import { type Frame, messagePage } from './layout.ts';

const COOKIE = 'duewell_operator';
const PATH = '/operator';
const MAX_USER_AGENT = 300;

/** A request for a page of the operator's. `token` is the cookie: of a session, or of a browser not signed in. */
export type Visit = { c: Context<Env>; scope: SystemScope; token: string; frame: Frame };
/** The same of somebody signed in. */
export type OperatorVisit = Visit & { operator: string };

type Handle<V> = (visit: V) => Promise<Response>;
type HandleForm<V> = (visit: V, form: URLSearchParams) => Promise<Response>;

/**
 * Common setup of the operator's pages: without an operator account there is nothing here, visits are rate limited, nothing
 * is cached, indexed or run, and failures have a page of their own.
 */
export function guardedPages(system: System): Hono<Env> {
  const app = new Hono<Env>();
  const meter = createRateLimiter(system.db, 'pages', system.config.limits.everything);
  app.use(async (c, next) => {
    await meter(c.get('clientAddress'), system.now());
    if (!(await hasOperators(system.db)))
      return errorResponse(
        new AppError('not_found', 'There is nothing at this address'),
        c.get('requestId'),
        system.log,
      );
    await next();
    setPrivateHeaders(c);
  });
  app.onError((error, c) => {
    const requestId = c.get('requestId');
    const refused = refusalOf(error, requestId, system.log);
    if (!refused) system.log.error({ err: error, requestId }, 'A page of the operator failed');
    setPrivateHeaders(c);
    if (refused?.details.retryAfterSeconds)
      c.header('Retry-After', String(refused.details.retryAfterSeconds));
    const text = refused?.message ?? 'Something went wrong on our side. Please try again';
    const frame = { nonce: c.get('nonce'), form: '', operator: null };
    return c.html(messagePage(frame, 'This did not work', text), refused ? errorStatuses[refused.code] : 500);
  });
  return app;
}

function setPrivateHeaders(c: Context<Env>): void {
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${c.get('nonce')}'`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', policy);
  c.header('Cache-Control', 'private, no-store');
  c.header('X-Robots-Tag', 'noindex, nofollow');
}

const formText = (token: string) => `form of ${PATH} for ${token}`;

/** The steps in front of a handler: who visits, whether they are signed in, whether a form is ours. */
export function createGate(system: System) {
  const visitOf = async (c: Context<Env>): Promise<Visit & { operator: string | null }> => {
    const scope = systemScope(system, {
      clientAddress: c.get('clientAddress'),
      requestId: c.get('requestId'),
      userAgent: (c.req.header('User-Agent') ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, MAX_USER_AGENT),
    });
    const known = getCookie(c, COOKIE);
    const token = known && /^[\w-]{43}$/.test(known) ? known : giveToken(c, newToken());
    const operator = await operatorOf(scope, token);
    const frame = { nonce: c.get('nonce'), form: system.sealer.sign(formText(token)), operator };
    return { c, scope, token, frame, operator };
  };
  // No session is taken over from before: signing in gives another token.
  const giveToken = (c: Context<Env>, token: string): string => {
    const secure = system.publicUrl().startsWith('https:');
    setCookie(c, COOKIE, token, { path: PATH, httpOnly: true, sameSite: 'Strict', secure });
    return token;
  };
  const formOf = async ({ c, token }: Visit): Promise<URLSearchParams> => {
    const form = new URLSearchParams(await c.req.text());
    if (!system.sealer.verify(formText(token), form.get('form') ?? ''))
      throw new AppError(
        'bad_request',
        'This form is out of date. Go back, load the page again and repeat it',
      );
    return form;
  };
  const asOperator =
    (handle: Handle<OperatorVisit>) =>
    async (c: Context<Env>): Promise<Response> => {
      const visit = await visitOf(c);
      const { operator } = visit;
      return operator === null ? c.redirect(`${PATH}/log-in`, 303) : handle({ ...visit, operator });
    };
  return {
    giveToken,
    takeToken: (c: Context<Env>) => deleteCookie(c, COOKIE, { path: PATH }),
    /** For everybody. */
    open: (handle: Handle<Visit>) => async (c: Context<Env>) => handle(await visitOf(c)),
    openForm: (handle: HandleForm<Visit>) => async (c: Context<Env>) => {
      const visit = await visitOf(c);
      return handle(visit, await formOf(visit));
    },
    asOperator,
    operatorForm: (handle: HandleForm<OperatorVisit>) =>
      asOperator(async (visit) => handle(visit, await formOf(visit))),
  };
}
