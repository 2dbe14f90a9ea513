import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { Answer, Endpoint, Request } from '#contract/endpoint.ts';
import { extensionCalls } from '#contract/extension.ts';
import type { LimitName } from '#contract/limits.ts';
import { AppError, type FieldError } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import {
  AlreadyAnswered,
  consumeLimit,
  type IdempotentRequest,
  idempotentRequest,
  oneAtATime,
  storedResponse,
  storeResponse,
} from '#server/kernel/requests.ts';
import {
  actingScope,
  type Actor,
  type Scope,
  type System,
  type SystemScope,
  systemScope,
} from '#server/kernel/scope.ts';
import { annotate } from '#server/observability/request-context.ts';
import type { Env } from './env.ts';
import { packedResponse } from './json-response.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { bytesOf, filePart, isFormRequest, jsonOf, type UploadedFile } from './request-body.ts';
import { awaitSlot, createThrottle, rateOf, type Throttle } from './throttle.ts';

/** The request as it came, for handlers that need more than its decoded parts. */
export type RawRequest = {
  headers: Headers;
  bytes: Uint8Array;
  signal: AbortSignal;
  file: UploadedFile | null;
  /** Headers of the response beside its body. */
  answerHeaders: Headers;
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

/** Authentication and limits of authenticated calls. */
type AccessControl = { authenticate: Authenticate; limitBusiness: RateLimiter; throttleBusiness: Throttle };

/** Puts every route on the app: limits, authentication, decoding, the handler, the envelope. */
export function mount(app: Hono<Env>, system: System, routes: Route[], authenticate: Authenticate): void {
  const { everything, everythingOfBusiness } = system.config.limits;
  const meter = createRateLimiter(system.db, 'everything', everything);
  const limitBusiness = createRateLimiter(system.db, 'everythingOfBusiness', everythingOfBusiness);
  const throttleBusiness = createThrottle(rateOf(everythingOfBusiness), () => system.now().getTime());
  const access: AccessControl = { authenticate, limitBusiness, throttleBusiness };
  for (const route of routes) {
    for (const path of [route.endpoint.path, ...(route.endpoint.aliases ?? [])]) {
      app.on(route.endpoint.method, path, async (c) => {
        annotate({ route: path });
        const count = () => meter(c.get('clientAddress'), system.now());
        if (route.endpoint.metered !== 'refusals') await count();
        return handleRequest(c, system, route, access).catch(async (error: unknown) => {
          if (route.endpoint.metered === 'refusals') await count();
          throw error;
        });
      });
    }
  }
}

const MAX_USER_AGENT = 300;

/** The user agent, shortened for storage. */
const userAgentOf = (headers: Headers): string =>
  (headers.get('User-Agent') ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, MAX_USER_AGENT);

/** Limits consumed by the handlers themselves. */
const limitsCountedByHandlers: ReadonlySet<LimitName> = new Set<LimitName>(['nameEnquiry', 'assistant']);

/** Consumes the limit its endpoint names: for the client's address, or for the actor's business. */
async function countLimit(system: System, { limit }: Endpoint, scope: SystemScope, actor: Actor | null) {
  if (!limit || limitsCountedByHandlers.has(limit)) return;
  const { config, db } = system;
  const consumeAs = (name: LimitName, subject: string) =>
    consumeLimit(db, name, config.limits[name], subject, scope.now);
  if (limit !== 'sends') await consumeAs(limit, scope.clientAddress);
  else if (actor) await consumeAs(limit, actor.businessId);
  if (limit === 'uploads' && actor) await consumeAs('uploadsOfBusiness', actor.businessId);
}

async function handleRequest(
  c: Context<Env>,
  system: System,
  route: Route,
  access: AccessControl,
): Promise<Response> {
  const { endpoint } = route;
  const scope = systemScope(system, {
    clientAddress: c.get('clientAddress'),
    userAgent: userAgentOf(c.req.raw.headers),
    requestId: c.get('requestId'),
  });
  const params = decodeParams(endpoint, c.req.param() as Record<string, string>);
  const actor = endpoint.auth === 'none' ? null : await admitActor(c, system, route, access);
  await countLimit(system, endpoint, scope, actor);
  if (actor) annotate({ businessId: actor.businessId, userId: actor.userId });
  const bytes = await c.get('turn').releaseWhile(() => bytesOf(c.req.raw, endpoint));
  const form = isFormRequest(endpoint, c.req.raw.headers) ? await filePart(c.req.raw.headers, bytes) : null;
  const body = form ? form.fields : jsonOf(c.req.raw.headers, bytes, endpoint);
  const request = {
    params,
    query: decode(endpoint.query, c.req.query(), 'query'),
    body: decodeBody(endpoint, body),
  };
  const raw: RawRequest = {
    headers: c.req.raw.headers,
    bytes,
    signal: c.req.raw.signal,
    file: form?.file ?? null,
    answerHeaders: new Headers(),
  };
  if (actor) return handleAuthenticated(c, { system, route, scope, actor }, request, raw);
  const response = await toResponse(endpoint, await route.handle(scope as never, request as never, raw), c);
  for (const [name, value] of raw.answerHeaders) response.headers.append(name, value);
  return response;
}

type AuthenticatedCall = { system: System; route: Route; scope: SystemScope; actor: Actor };

async function handleAuthenticated(
  c: Context<Env>,
  call: AuthenticatedCall,
  request: unknown,
  raw: RawRequest,
): Promise<Response> {
  const { route, actor } = call;
  const key = route.endpoint.idempotent ? c.req.header('Idempotency-Key') : undefined;
  const handle = async (idempotent: IdempotentRequest | null) =>
    toResponse(
      route.endpoint,
      await route.handle(actorScope(call, idempotent) as never, request as never, raw),
      c,
    );
  if (key === undefined) return handle(null);
  const idempotent = idempotentRequest(
    call.system.sealer,
    actor.businessId,
    key,
    `${route.name} ${new URL(c.req.url).pathname}`,
    Buffer.from(raw.bytes).toString(),
  );
  return oneAtATime(idempotent, () => handleIdempotent(c, call.scope, idempotent, () => handle(idempotent)));
}

async function handleIdempotent(
  c: Context<Env>,
  scope: SystemScope,
  idempotent: IdempotentRequest,
  handle: () => Promise<Response>,
): Promise<Response> {
  const stored = await storedResponse(scope, idempotent);
  if (stored) return packedResponse(c, stored.body, stored.status);
  try {
    return await handle();
  } catch (error) {
    // The same key may have been answered by another process while this one was refused or undone.
    const concurrent = await storedResponse(scope, idempotent);
    if (concurrent) return packedResponse(c, concurrent.body, concurrent.status);
    throw error instanceof AlreadyAnswered
      ? new AppError('idempotency_in_progress', 'This request is still being worked on')
      : error;
  }
}

function actorScope({ route, scope, actor }: AuthenticatedCall, idempotent: IdempotentRequest | null): Scope {
  const acting = actingScope(scope, actor);
  if (!idempotent) return acting;
  return {
    ...acting,
    answerOnce: (work, present) =>
      acting.transact(async (ctx) => {
        const result = present(await work(ctx));
        const body = envelope(route.endpoint, result);
        await storeResponse(ctx, idempotent, route.endpoint.status ?? 200, body);
        return result;
      }),
  };
}

/**
 * Authenticates the actor and waits for the business's slot: a burst is served as fast as the limit refills.
 */
async function admitActor(
  c: Context<Env>,
  system: System,
  route: Route,
  access: AccessControl,
): Promise<Actor> {
  const actor = await actorOf(c, system, route, access.authenticate);
  const { businessId } = actor;
  c.set('businessId', businessId);
  const wait = access.throttleBusiness(businessId);
  if (wait !== null) await access.limitBusiness(businessId, system.now());
  const waited = await awaitSlot(wait, c.get('turn').releaseWhile);
  // The session may have ended meanwhile.
  return waited ? actorOf(c, system, route, access.authenticate) : actor;
}

async function actorOf(
  c: Context<Env>,
  system: System,
  { name, endpoint }: Route,
  authenticate: Authenticate,
): Promise<Actor> {
  const token = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  const actor = token ? await authenticate(system, token) : null;
  if (!actor) throw new AppError('invalid_token', 'Invalid token');
  if (actor.client === 'extension' && !extensionCalls.has(name))
    throw new AppError('not_for_extensions', 'Do this in the app');
  if (endpoint.auth === 'business' && !actor.registered)
    throw new AppError('business_required', 'Complete your business profile first');
  return actor;
}

function decodeParams(endpoint: Endpoint, params: Record<string, string>): unknown {
  if (!endpoint.params) return undefined;
  const clean = Object.values(params).every((value) => value.isWellFormed() && !value.includes('\u0000'));
  const parsed = clean ? z.safeParse(endpoint.params, params) : null;
  if (parsed?.success) return parsed.data;
  const currencyWrong = parsed?.error.issues.some((issue) => issue.path[0] === 'currency');
  throw currencyWrong
    ? new AppError('unknown_currency', 'We do not keep that currency')
    : new AppError('not_found', 'We could not find that record');
}

function decodeBody(endpoint: Endpoint, body: unknown): unknown {
  if (!endpoint.body) return undefined;
  return endpoint.bodyOptional && body === undefined ? undefined : decode(endpoint.body, body ?? {}, 'body');
}

// The answer names the fields and the messages, never the values: they may be passwords or PINs.
function decode(schema: Endpoint['body'], value: unknown, where: 'body' | 'query'): unknown {
  if (!schema) return undefined;
  if (
    where === 'query' &&
    !Object.values(value as Record<string, string>).every(
      (text) => text.isWellFormed() && !text.includes('\u0000'),
    )
  ) {
    throw new AppError('invalid_input', 'The address has characters we cannot read');
  }
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const errors: FieldError[] = parsed.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }));
  throw new AppError('invalid_input', errors[0]?.message ?? 'Please check what you entered', { errors });
}

async function toResponse(endpoint: Endpoint, result: unknown, c: Context<Env>): Promise<Response> {
  if (result instanceof Response) {
    // A HEAD response's body is never read, so a stream would be written to for ever.
    if (c.req.method === 'HEAD') await result.body?.cancel();
    return result;
  }
  const body = Array.isArray(result)
    ? JSON.stringify(z.encode(endpoint.response as NonNullable<Endpoint['response']>, result))
    : envelope(endpoint, result as object);
  return packedResponse(c, body, endpoint.status ?? 200);
}

function envelope(endpoint: Endpoint, result: object & { message?: string }): string {
  const { message = 'OK', ...rest } = result;
  const carried = endpoint.response ? (z.encode(endpoint.response, rest) as object) : {};
  return JSON.stringify({ status: 'success', message, ...carried });
}

/** A fresh id for a request, returned with every refusal and in every log line. */
export const newRequestId = (now: Date) => newId('req', now);
