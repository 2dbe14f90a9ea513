import type { Context, Hono } from 'hono';
import type { Answer, Endpoint, Request, Schema } from '#contract/endpoint.ts';
import { extensionCalls } from '#contract/extension.ts';
import type { LimitName } from '#contract/limits.ts';
import { AppError } from '#core/errors.ts';
import {
  AlreadyAnswered,
  type IdempotentRequest,
  idempotentRequest,
  oneAtATime,
  storedResponse,
  storeResponse,
} from '#server/kernel/idempotency.ts';
import {
  consumeLimit,
  countUpload,
  createRateLimiter,
  type RateLimiter,
} from '#server/kernel/rate-limits.ts';
import {
  actingScope,
  type Actor,
  type Scope,
  type System,
  type SystemScope,
  systemScope,
} from '#server/kernel/scope.ts';
import { annotate } from '#server/observability/request-context.ts';
import { decodeBody, decodeParams, decodeQuery } from './decode.ts';
import { encoderOf } from './encoder.ts';
import { type Env, userAgentOf } from './env.ts';
import { packedResponse } from './json-response.ts';
import { type ReadAll, readerOf } from './read-all.ts';
import { filePart, isFormRequest, jsonOf, receiveBody, type UploadedFile } from './request-body.ts';
import { awaitSlot, createThrottle, rateOf, type Throttle } from './throttle.ts';

/** The request as it came, for handlers that need more than its decoded parts. */
export type RawRequest = {
  headers: Headers;
  bytes: Uint8Array;
  signal: AbortSignal;
  file: UploadedFile | null;
  /** Headers of the response beside its body. */
  answerHeaders: Headers;
  readAll: ReadAll;
};

type ScopeFor<E extends Endpoint> = E['auth'] extends 'none' ? SystemScope : Scope;
type ResultOf<E extends Endpoint> = E extends { media: string }
  ? Response
  : Answer<E> extends readonly unknown[]
    ? Answer<E>
    : (Answer<E> & { message?: string }) | (E extends { streams: true } ? Response : never);

/** A module's handlers: forgetting an endpoint is a type error. */
export type Handlers<G extends Record<string, Endpoint>> = {
  [K in keyof G]: (scope: ScopeFor<G[K]>, request: Request<G[K]>, raw: RawRequest) => Promise<ResultOf<G[K]>>;
};

/** An endpoint with the code behind it, its exact types no longer needed. */
export type Route = {
  name: string;
  endpoint: Endpoint;
  handle: (scope: never, request: never, raw: RawRequest) => Promise<unknown>;
};

/** Pairs a module's endpoints with their handlers, for the router. */
export function routesOf<G extends Record<string, Endpoint>>(
  module: string,
  group: G,
  handlers: Handlers<G>,
): Route[] {
  return Object.keys(group).map((name) => ({
    name: `${module}.${name}`,
    endpoint: group[name] as Endpoint,
    handle: handlers[name] as Route['handle'],
  }));
}

export type Authenticate = (system: System, token: string) => Promise<Actor | null>;

/** One call on its way through the steps. */
type Call = { c: Context<Env>; system: System; route: Route; scope: SystemScope; checks: Checks };

/** Checks with a memory of earlier calls. */
type Checks = {
  authenticate: Authenticate;
  countAddress: RateLimiter;
  countBusiness: RateLimiter;
  throttle: Throttle;
  reader: ReturnType<typeof readerOf>;
};

/** Puts every route on the app. */
export function mount(app: Hono<Env>, system: System, routes: Route[], authenticate: Authenticate): void {
  const { everything, everythingOfBusiness } = system.config.limits;
  const checks: Checks = {
    authenticate,
    countAddress: createRateLimiter(system.db, 'everything', everything),
    countBusiness: createRateLimiter(system.db, 'everythingOfBusiness', everythingOfBusiness),
    throttle: createThrottle(rateOf(everythingOfBusiness), () => system.now().getTime()),
    reader: readerOf(
      app,
      routes.map(({ endpoint }) => endpoint),
    ),
  };
  for (const route of routes) {
    for (const path of [route.endpoint.path, ...(route.endpoint.aliases ?? [])]) {
      app.on(route.endpoint.method, path, (c) => {
        annotate({ route: path });
        return countForAddress({ c, system, route, scope: scopeOf(c, system), checks });
      });
    }
  }
}

/** Counts a call for its address: before all else, or only where it was refused. */
async function countForAddress(call: Call): Promise<Response> {
  const { system, route, scope, checks } = call;
  const count = () => checks.countAddress(scope.clientAddress, system.now());
  const onlyRefusals = route.endpoint.metered === 'refusals';
  if (!onlyRefusals) await count();
  try {
    return await handleRequest(call);
  } catch (error) {
    if (onlyRefusals) await count();
    throw error;
  }
}

function scopeOf(c: Context<Env>, system: System): SystemScope {
  return systemScope(system, {
    clientAddress: c.get('clientAddress'),
    userAgent: userAgentOf(c.req.header('User-Agent')),
    requestId: c.get('requestId'),
  });
}

/** The steps of a call; each may refuse it with an AppError. */
async function handleRequest(call: Call): Promise<Response> {
  const { c, route } = call;
  const { endpoint } = route;
  const params = decodeParams(endpoint, c.req.param() as Record<string, string>);
  let actor = await authenticate(call);
  const waited = await throttle(call, actor);
  // The session may have ended meanwhile.
  if (waited) actor = await authenticate(call);
  await countLimit(call, actor);
  const { raw, body } = await readBody(call);
  const request = { params, query: decodeQuery(endpoint, c.req.query()), body: decodeBody(endpoint, body) };
  return withIdempotency(call, actor, raw, async (scope) => {
    const result = await route.handle(scope as never, request as never, raw);
    return respond(call, result, raw);
  });
}

async function authenticate({ c, system, route, checks }: Call): Promise<Actor | null> {
  const { name, endpoint } = route;
  if (endpoint.auth === 'none') return null;
  const token = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  const actor = token ? await checks.authenticate(system, token) : null;
  if (!actor) throw new AppError('invalid_token', 'Invalid token');
  if (actor.client === 'extension' && !extensionCalls.has(name))
    throw new AppError('not_for_extensions', 'Do this in the app');
  if (endpoint.auth === 'business' && !actor.registered)
    throw new AppError('business_required', 'Complete your business profile first');
  c.set('businessId', actor.businessId);
  annotate({ businessId: actor.businessId, userId: actor.userId });
  return actor;
}

/**
 * Waits for the business's slot: while others call, a burst is served as fast as its limit refills. Returns whether it had to.
 */
async function throttle({ c, checks }: Call, actor: Actor | null): Promise<boolean> {
  if (!actor || c.get('isAlone')?.(actor.businessId)) return false;
  return awaitSlot(checks.throttle(actor.businessId), c.get('slot'));
}

/** Limits consumed by the handlers themselves. */
const limitsCountedByHandlers: ReadonlySet<LimitName> = new Set<LimitName>([
  'nameEnquiry',
  'assistant',
  'answers',
]);

/** Counts the call for its business, and against the limit its endpoint names. */
async function countLimit({ system, route, scope, checks }: Call, actor: Actor | null): Promise<void> {
  if (actor) await checks.countBusiness(actor.businessId, system.now());
  const { limit } = route.endpoint;
  if (!limit || limitsCountedByHandlers.has(limit)) return;
  const consumeAs = (name: LimitName, subject: string) =>
    consumeLimit(scope.db, name, scope.config.limits[name], subject, scope.now);
  if (limit === 'uploads' && actor) await countUpload(scope, actor.businessId);
  else if (limit !== 'sends') await consumeAs(limit, scope.clientAddress);
  else if (actor) await consumeAs(limit, actor.businessId);
}

async function readBody({ c, route, checks }: Call): Promise<{ raw: RawRequest; body: unknown }> {
  const { headers, signal } = c.req.raw;
  const received = await c.get('slot').releaseWhile(() => receiveBody(c.req.raw, route.endpoint));
  const { bytes } = received;
  const form = isFormRequest(route.endpoint, headers) ? await filePart(headers, received) : null;
  return {
    raw: {
      headers,
      bytes,
      signal,
      file: form?.file ?? null,
      answerHeaders: new Headers(),
      readAll: checks.reader(c),
    },
    body: form ? form.fields : jsonOf(headers, bytes, route.endpoint),
  };
}

type Handle = (scope: SystemScope | Scope) => Promise<Response>;

/** Handles a call in the actor's scope, or repeats the stored response where its Idempotency-Key has one. */
async function withIdempotency(
  call: Call,
  actor: Actor | null,
  { bytes }: RawRequest,
  handle: Handle,
): Promise<Response> {
  const { c, system, route, scope } = call;
  if (!actor) return handle(scope);
  const acting = actingScope(scope, actor);
  const key = route.endpoint.idempotent ? c.req.header('Idempotency-Key') : undefined;
  if (key === undefined) return handle(acting);
  const { pathname } = new URL(c.req.url);
  const body = Buffer.from(bytes).toString();
  const request = idempotentRequest(system.sealer, actor.businessId, key, `${route.name} ${pathname}`, body);
  return oneAtATime(request, async () => {
    const stored = await storedResponse(acting, request);
    if (stored) return packedResponse(c, stored.body, stored.status);
    try {
      return await handle(storing(acting, route, request));
    } catch (error) {
      // The same key may have been answered by another process while this one was refused or undone.
      const concurrent = await storedResponse(acting, request);
      if (concurrent) return packedResponse(c, concurrent.body, concurrent.status);
      throw error instanceof AlreadyAnswered
        ? new AppError('idempotency_in_progress', 'This request is still being worked on')
        : error;
    }
  });
}

/** The same scope, whose `answerOnce` stores the response under the request's key. */
const storing = (acting: Scope, { endpoint }: Route, request: IdempotentRequest): Scope => ({
  ...acting,
  answerOnce: (work, present) =>
    acting.transact(async (ctx) => {
      const result = present(await work(ctx));
      const body = envelope(endpoint, result);
      await storeResponse(ctx, request, endpoint.status ?? 200, body);
      return result;
    }),
});

async function respond(
  { c, route: { endpoint } }: Call,
  result: unknown,
  { answerHeaders }: RawRequest,
): Promise<Response> {
  const complete = result instanceof Response;
  // A HEAD response's body is never read, so a stream would be written to for ever.
  if (complete && c.req.method === 'HEAD') await result.body?.cancel();
  const response = complete
    ? result
    : await packedResponse(c, envelope(endpoint, result as object), endpoint.status ?? 200);
  for (const [name, value] of answerHeaders) response.headers.append(name, value);
  return response;
}

const encoders = new WeakMap<Schema, ReturnType<typeof encoderOf>>();

function encode(schema: Schema, value: object): unknown {
  const encoder = encoders.get(schema) ?? encoderOf(schema);
  encoders.set(schema, encoder);
  return encoder(value);
}

function envelope({ response }: Endpoint, result: object & { message?: string }): string {
  if (Array.isArray(result)) return JSON.stringify(response ? encode(response, result) : result);
  const { message = 'OK', ...rest } = result;
  const carried = response ? (encode(response, rest) as object) : {};
  return JSON.stringify({ status: 'success', message, ...carried });
}
