import { AppError } from '#core/errors.ts';
import { type Db, sendAlong, type Tx, violates } from './db.ts';
import type { Sealer } from './sealing.ts';
import { keyIdOf, type Vault } from './vault.ts';

/** The first response to a request; `body` is its JSON text. */
type StoredResponse = { status: number; body: string };
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

/** Stores a response in the transaction of its effect; not later than with its commit, and without waiting for the answer. */
export async function storeResponse(
  { tx, vault, now }: { tx: Tx; vault: Vault; now: Date },
  request: IdempotentRequest,
  status: number,
  body: string,
): Promise<void> {
  const row = {
    actor: request.actor,
    key: request.key,
    endpoint: request.endpoint,
    request_hash: request.hashes[0] ?? '',
    status,
    body: await vault.seal(request.actor, responseSealContext(request), body),
    created_at: now,
  };
  await sendAlong(
    tx,
    () => tx.insertInto('idempotency_keys').values(row).execute(),
    (error) => (violates(error, 'idempotency_keys_pkey') ? new AlreadyAnswered() : error),
  );
}

/** Purges responses no client still repeats. */
export async function purgeOldResponses(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
}
