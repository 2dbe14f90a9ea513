import { randomBytes } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import ipaddr from 'ipaddr.js';
import { AppError } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import type { System } from '#server/kernel/scope.ts';
import { requestIdFrom } from './access-log.ts';
import type { Env } from './env.ts';
import { errorResponse } from './error-response.ts';
import { isLoopback, isLoopbackName } from './loopback.ts';

/** The content policy of a document; `scripts`: hashes of those it holds itself, as the policy writes them. */
export const contentPolicy = (scripts: readonly string[] = []): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
const POLICY = contentPolicy();

/** Gives every request an id and an address, and every response the security headers. */
export function securityHeaders(system: System): MiddlewareHandler<Env> {
  return async (c, next) => {
    c.set('requestId', requestIdFrom(c.req.raw.headers) ?? newId('req', system.now()));
    c.set('nonce', randomBytes(16).toString('base64'));
    c.set('clientAddress', addressOf(c, system.config.trustProxy));
    if (hasTwoHosts(c))
      c.res = errorResponse(new AppError('bad_request', 'Name one host'), c.get('requestId'), system.log);
    else await next();
    const headers = c.res.headers;
    headers.set('X-Request-Id', c.get('requestId'));
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('X-Frame-Options', 'DENY');
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    headers.set('Permissions-Policy', 'camera=(self), geolocation=(), microphone=()');
    headers.set(
      'Referrer-Policy',
      /^\/(?:(?:pay|receipt|verify|unsubscribe|auth)\/|my(?:\/|$))/.test(c.req.path)
        ? 'no-referrer'
        : 'same-origin',
    );
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', POLICY);
    if (!headers.has('Cache-Control') && c.req.path.startsWith('/api/'))
      headers.set('Cache-Control', 'no-store');
    if (system.publicUrl().startsWith('https:'))
      headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  };
}

// A proxy may believe one of them and we the other (RFC 9112, 3.2).
const hasTwoHosts = (c: Context<Env>): boolean =>
  (c.env?.incoming?.rawHeaders ?? []).filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length > 1;

/** Rejects addresses with a character no database accepts. */
export const storableAddress: MiddlewareHandler<Env> = async (c, next) => {
  if (/\u0000|%00/.test(c.req.path)) throw new AppError('not_found', 'There is nothing at this address');
  await next();
};

const PASSED_ON = ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP'];

/**
 * Restricts pages to loopback clients: pages of a trial service with private data or controls. Neither an
 * unconfigured proxy nor a foreign page whose name resolves here counts as loopback.
 */
export const loopbackOnly =
  (system: Pick<System, 'config' | 'publicUrl'>): MiddlewareHandler<Env> =>
  async (c, next) => {
    const { hostname } = new URL(c.req.url);
    const ourName = isLoopbackName(hostname) || hostname === new URL(system.publicUrl()).hostname;
    const unknownProxy =
      !system.config.trustProxy && PASSED_ON.some((name) => c.req.header(name) !== undefined);
    const local = isLoopback(peerOf(c)) && isLoopback(c.get('clientAddress'));
    if (!local || !ourName || unknownProxy)
      throw new AppError('not_found', 'There is nothing at this address');
    await next();
  };

// Behind a proxy of ours only the last hop it added cannot be forged by the client.
function addressOf(c: Context<Env>, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined;
  return (forwarded && hopAddress(forwarded)) || peerOf(c);
}

/**
 * Address of a hop as a proxy writes it: `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]:4711`. Null for
 * anything else. The port and the way of writing are dropped, or each would be a limit subject of its own.
 */
export function hopAddress(hop: string): string | null {
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(hop)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(hop)?.[1] ?? hop;
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare);
  return isAddress ? ipaddr.process(bare.split('%')[0] ?? bare).toString() : null;
}

function peerOf(c: Context<Env>): string {
  return c.env?.incoming ? (getConnInfo(c).remote.address ?? 'unknown') : 'unknown';
}
