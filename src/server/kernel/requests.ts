import { plusMs } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import type { Limit } from '#server/config/limits.ts';
import { type Db, type Tx, violates } from './db.ts';
import { rateLimitSubject } from './rate-limit-subject.ts';
import type { Sealer } from './sealing.ts';
import { keyIdOf, type Vault } from './vault.ts';

/** The first response to a request; `body` is its JSON text. */
export type StoredResponse = { status: number; body: string };
export type IdempotentRequest = {
  actor: string;
  key: string;
  endpoint: string;
  /** Its fingerprint, and those under earlier keys. */
  hashes: readonly string[];
};

const KEY = /^[\x21-\x7e]{1,200}$/;

/**
 * Reads the Idempotency-Key header; refuses one that is not 1-200 visible characters. The body is remembered by its
 * signature only: it may hold a PIN or a BVN, which would soon be guessed from a plain hash.
 */
export function idempotentRequest(
  sealer: Pick<Sealer, 'fingerprints'>,
  actor: string,
  key: string,
  endpoint: string,
  rawBody: string,
): IdempotentRequest {
  if (!KEY.test(key))
    throw new AppError('bad_request', 'Idempotency-Key must be 1 to 200 visible characters');
  return { actor, key, endpoint, hashes: sealer.fingerprints(`request ${endpoint}\n${rawBody}`) };
}

/** The stored response for this key, or null. Throws when the key was used for another request. */
export async function storedResponse(
  { db, vault }: { db: Db; vault: Vault },
  request: IdempotentRequest,
): Promise<StoredResponse | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'body'])
    .where('actor', '=', request.actor)
    .where('key', '=', request.key)
    .executeTakeFirst();
  if (!row) return null;
  if (!request.hashes.includes(row.request_hash))
    throw new AppError('idempotency_key_reused', 'This Idempotency-Key was used for another request');
  const { status, body } = row;
  // An answer holds what its owner may read: an account number, for one.
  const isSealed = keyIdOf(body) !== null;
  return {
    status,
    body: isSealed ? await vault.open(request.actor, responseSealContext(request), body) : body,
  };
}

/**
 * Rolls back a transaction whose key was used meanwhile by the same request: its stored response is returned
 * instead.
 */
export class AlreadyAnswered extends Error {}

/** The seal context of a stored response. */
export const responseSealContext = ({ actor, key }: { actor: string; key: string }): string =>
  `idempotency_keys.body:${actor}:${key}`;

const inFlight = new Map<string, Promise<unknown>>();

/** Lets requests that carry the same key pass one at a time, so that a repeat finds the first one's answer. */
export async function oneAtATime<T>(request: IdempotentRequest, work: () => Promise<T>): Promise<T> {
  const name = `${request.actor} ${request.key}`;
  const before = inFlight.get(name) ?? Promise.resolve();
  const current = before.then(work, work);
  inFlight.set(name, current);
  try {
    return await current;
  } finally {
    if (inFlight.get(name) === current) inFlight.delete(name);
  }
}

/** Stores a response in the transaction of its effect. */
export async function storeResponse(
  { tx, vault, now }: { tx: Tx; vault: Vault; now: Date },
  request: IdempotentRequest,
  status: number,
  body: string,
): Promise<void> {
  try {
    await tx
      .insertInto('idempotency_keys')
      .values({
        actor: request.actor,
        key: request.key,
        endpoint: request.endpoint,
        request_hash: request.hashes[0] ?? '',
        status,
        body: await vault.seal(request.actor, responseSealContext(request), body),
        created_at: now,
      })
      .execute();
  } catch (error) {
    if (violates(error, 'idempotency_keys_pkey')) throw new AlreadyAnswered();
    throw error;
  }
}

/**
 * Consumes one use of a limit and returns the count; throws 429 with Retry-After once the window is full. A
 * refusal is not counted, so that releasing what was let through leaves nothing behind.
 */
export async function consumeLimit(
  db: Db,
  name: string,
  limit: Limit,
  subject: string,
  now: Date,
): Promise<number> {
  const windowStart = windowOf(now, limit);
  const row = await db
    .insertInto('rate_counters')
    .values({ name, subject: rateLimitSubject(subject), window_start: windowStart, used: 1 })
    .onConflict((c) =>
      c
        .columns(['name', 'subject', 'window_start'])
        .doUpdateSet((eb) => ({ used: eb('rate_counters.used', '+', 1) }))
        .where('rate_counters.used', '<', limit.max),
    )
    .returning('used')
    .executeTakeFirst();
  if (!row) throw limitExceeded(now, windowStart, limit);
  return row.used;
}

/** Releases one use that turned out not to count. */
export async function releaseLimit(
  db: Db,
  name: string,
  limit: Limit,
  subject: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('rate_counters')
    .set((eb) => ({ used: eb('used', '-', 1) }))
    .where('name', '=', name)
    .where('subject', '=', rateLimitSubject(subject))
    .where('window_start', '=', windowOf(now, limit))
    .where('used', '>', 0)
    .execute();
}

/** Throws when a limit is already used up, without counting. */
export async function refuseIfExhausted(
  db: Db,
  name: string,
  limit: Limit,
  subject: string,
  now: Date,
): Promise<void> {
  const windowStart = windowOf(now, limit);
  const row = await db
    .selectFrom('rate_counters')
    .select('used')
    .where('name', '=', name)
    .where('subject', '=', rateLimitSubject(subject))
    .where('window_start', '=', windowStart)
    .executeTakeFirst();
  if (row && row.used >= limit.max) throw limitExceeded(now, windowStart, limit);
}

/** Purges responses no client still repeats. */
export async function purgeOldResponses(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
}

/** Purges counters of past windows. */
export async function purgeOldCounters(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('rate_counters').where('window_start', '<', before).execute();
}

/** Start of the limit's window that contains an instant. */
export const windowOf = (now: Date, limit: Limit): Date => plusMs(now, -(now.getTime() % limit.windowMs));

/** The 429 refusal beyond a limit, with when its window ends. */
export function limitExceeded(now: Date, windowStart: Date, limit: Limit): AppError {
  const retryAfterSeconds = Math.max(
    1,
    Math.ceil((windowStart.getTime() + limit.windowMs - now.getTime()) / 1000),
  );
  return new AppError('too_many_requests', 'Too many requests. Please wait a moment and try again', {
    retryAfterSeconds,
  });
}
