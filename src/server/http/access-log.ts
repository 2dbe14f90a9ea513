import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import ipaddr from 'ipaddr.js';
import type { System } from '#server/kernel/scope.ts';
import { emitEvent } from '#server/observability/events.ts';
import { type RequestContext, runInRequestContext } from '#server/observability/request-context.ts';
import { inSpan } from '#server/observability/spans.ts';
import type { Env } from './env.ts';
import { isProbe } from './health.ts';
import { isLoopback } from './loopback.ts';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const SAFE_REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{7,63}$/;
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The request id a client sent along, where it can do no harm in a log; undefined else. */
export function requestIdFrom(headers: Headers): string | undefined {
  const header = headers.get('X-Request-Id') ?? '';
  return SAFE_REQUEST_ID.test(header) ? header : undefined;
}

/** A client's address as far as it may be stored: the network only (IPv4 /24, IPv6 /48). */
export function networkOf(clientAddress: string): string {
  if (!ipaddr.isValid(clientAddress)) return 'unknown';
  const address = ipaddr.process(clientAddress);
  if (address instanceof ipaddr.IPv6)
    return new ipaddr.IPv6([...address.parts.slice(0, 3), 0, 0, 0, 0, 0]).toString();
  return new ipaddr.IPv4([...address.octets.slice(0, 3), 0]).toString();
}

/** Opens the request context, writes the access log line and counts the request. */
export function accessLog(system: Pick<System, 'log' | 'config'>): MiddlewareHandler<Env> {
  let hasWarned = system.config.trustProxy;
  return (c, next) => {
    if (isProbe(c.req.path)) return next();
    if (!hasWarned && c.req.header('X-Forwarded-For') !== undefined) {
      hasWarned = true;
      system.log.warn(
        {},
        'Requests come with X-Forwarded-For. If a proxy of yours sets it, set TRUST_PROXY=true: until then limits count all its visitors as one',
      );
    }
    const context: RequestContext = { requestId: c.get('requestId') };
    const started = performance.now();
    const work = async () => {
      await next();
      logRequest(c, system, context, started);
    };
    return runInRequestContext(context, () =>
      inSpan(`${methodOf(c)} request`, { parent: parentOf(c) }, work),
    );
  };
}

function logRequest(
  c: Context<Env>,
  system: Pick<System, 'log'>,
  context: RequestContext,
  started: number,
): void {
  const ms = performance.now() - started;
  context.route ??= routePath(c) || '*';
  const { status } = c.res;
  const { route } = context;
  const method = methodOf(c);
  emitEvent('request', { method, route, status, seconds: ms / 1000 });
  system.log.info(
    { method, status, ms: Math.round(ms * 10) / 10, network: networkOf(c.get('clientAddress')) },
    'Request',
  );
}

// An unknown method would create a new metric series.
const methodOf = (c: Context): string => (METHODS.has(c.req.method) ? c.req.method : 'other');

// Only our own services may continue a trace; anybody else could forge one.
function parentOf(c: Context<Env>): string | undefined {
  const header = c.req.header('traceparent');
  return header && TRACEPARENT.test(header) && isLoopback(c.get('clientAddress')) ? header : undefined;
}
