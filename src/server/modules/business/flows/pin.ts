import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError, fieldError } from '#core/errors.ts';
import { newToken } from '#core/ids.ts';
import { isEasyPin } from '#core/weak-secrets.ts';
import { hashSecret, secretMatches } from '#server/crypto/hashing.ts';
import { consumeLimit } from '#server/kernel/rate-limits.ts';
import type { Scope } from '#server/kernel/scope.ts';
import type { Sealer } from '#server/kernel/sealing.ts';
import { revokeOthers } from '#server/modules/identity/commands/sessions.ts';
import { sendProofCode, useProofCode } from '#server/modules/identity/commands/step-up.ts';
import { requireProof, withProofLimit } from '#server/modules/identity/flows/step-up.ts';
import { accountById } from '#server/modules/identity/queries/accounts.ts';
import { EMAIL_CODE_LIMIT } from '#server/modules/identity/rules/step-up.ts';
import {
  claimAttempt,
  type PinAttempt,
  type PinHash,
  pinLocked,
  recordWrongPin,
  releaseAttempt,
  requiresEmailCode,
  resetAttempts,
  savePin,
} from '../commands/pin.ts';
import { profileOf } from '../queries.ts';

type NewPin = {
  pin: string;
  password?: string | undefined;
  currentPin?: string | undefined;
  code?: string | undefined;
};

/**
 * Sets the transaction PIN; easily guessed ones are rejected. The first PIN needs step-up, a change needs the
 * password. Without the current PIN, withdrawals go only to known accounts for a day (`pinResetAt`) and every
 * other session ends.
 */
export async function setPin(scope: Scope, input: NewPin): Promise<void> {
  if (isEasyPin(input.pin)) throw fieldError('pin', 'Choose a PIN that is harder to guess');
  const { pinSet } = await profileOf(scope.db, scope.actor.businessId);
  if (pinSet) await requirePasswordOrProof(scope, input.password);
  else await requireProof(scope, input.password);
  if (pinSet) await requireEmailCode(scope, input.code);
  const currentPinVerified = pinSet && input.currentPin !== undefined;
  if (currentPinVerified) await checkPin(scope, input.currentPin ?? '');
  const hash = await hashSecret(withBusiness(scope.actor.businessId, input.pin));
  const saved = await scope.transact(async (ctx) => {
    if (pinSet && !currentPinVerified) await revokeOthers(ctx);
    return savePin(ctx, hash, { replace: pinSet, currentPinVerified });
  });
  if (!saved) throw passwordNeeded();
}

// Never 401: that would end the session of somebody who mistyped.
async function requirePasswordOrProof(scope: Scope, password: string | undefined): Promise<void> {
  const { password_hash: hash } = await accountById(scope.db, scope.actor.userId);
  if (hash === null) return void (await requireProof(scope, undefined, 'change_secret'));
  if (!password) throw passwordNeeded();
  await requireProof(scope, password, 'change_secret');
}

/** Requires an emailed code after three locks: an attacker may know the password. */
async function requireEmailCode(scope: Scope, code: string | undefined): Promise<void> {
  const { businessId, userId } = scope.actor;
  if (!(await scope.transact((ctx) => requiresEmailCode(ctx, businessId)))) return;
  if (code) return withProofLimit(scope, () => scope.transact((ctx) => useProofCode(ctx, code)));
  await consumeLimit(scope.db, 'proof-code', EMAIL_CODE_LIMIT, userId, scope.now);
  await scope.transact(sendProofCode);
  throw fieldError('code', 'We have sent a code to your address. Enter it too');
}

const passwordNeeded = () => fieldError('password', 'Enter your password to change your PIN');

/**
 * Checks the transaction PIN of the actor's business. Throws `pin_not_set`, `incorrect_pin` with `triesLeft`, or
 * `pin_locked`. Call it before the transaction it protects: its own counting must stand whatever follows.
 */
export async function checkPin(scope: Scope, pin: string): Promise<void> {
  const { businessId } = scope.actor;
  await serializePinChecks(scope, async (attempt) => {
    const { hash, remaining, lockedUntil } = attempt;
    if (await pinMatches(scope, hash, pin)) {
      const renewed = hash.legacy ? await hashSecret(withBusiness(businessId, pin)) : null;
      return scope.transact((ctx) => resetAttempts(ctx, businessId, attempt, renewed));
    }
    await scope.transact((ctx) => recordWrongPin(ctx, remaining, lockedUntil));
    if (!lockedUntil)
      throw new AppError('incorrect_pin', wrongPin(remaining), { data: { triesLeft: remaining } });
    throw pinLocked(lockedUntil, scope.now);
  });
}

const wrongPin = (remaining: number) =>
  `Incorrect PIN. ${remaining} ${remaining === 1 ? 'try' : 'tries'} left`;

const pinMatches = ({ sealer, actor }: Scope, { text, legacy }: PinHash, pin: string): Promise<boolean> => {
  const salted = withBusiness(actor.businessId, pin);
  return secretMatches(text, legacy ? peppered(sealer, salted) : salted);
};

const withBusiness = (businessId: string, pin: string) => `${businessId}:${pin}`;

// Legacy pepper of PIN hashes, from before the hash itself was sealed.
const peppered = (sealer: Sealer, salted: string): string =>
  createHmac('sha256', sealer.deriveStable('pin-pepper')).update(salted).digest('base64url');

const RETRY_MS = 40;
const MAX_RETRIES = 250;
const MAX_WAITING = 50;
const TOKEN_BYTES = 12;

type Queue = { tail: Promise<unknown>; waiting: number };
const queues = new Map<string, Queue>();

/**
 * Compares attempts at one business's PIN one at a time across processes, so that concurrent right ones never
 * add up to a lock. Throws 429 when too many wait, and the errors of `claimAttempt`.
 */
function serializePinChecks(scope: Scope, compare: (attempt: PinAttempt) => Promise<void>): Promise<void> {
  const { businessId } = scope.actor;
  const queue = queues.get(businessId) ?? { tail: Promise.resolve(), waiting: 0 };
  if (queue.waiting >= MAX_WAITING) throw tryAgain();
  queue.waiting += 1;
  const result = queue.tail.then(() => withAttempt(scope, compare));
  queue.tail = result.catch(() => undefined);
  queues.set(businessId, queue);
  return result.finally(() => {
    queue.waiting -= 1;
    if (queue.waiting === 0) queues.delete(businessId);
  });
}

async function withAttempt(scope: Scope, compare: (attempt: PinAttempt) => Promise<void>): Promise<void> {
  const { businessId } = scope.actor;
  const token = newToken(TOKEN_BYTES);
  for (let retries = 0; retries < MAX_RETRIES; retries++) {
    const attempt = await scope.transact((ctx) => claimAttempt(ctx, businessId, token));
    if (!attempt) {
      await pause(RETRY_MS);
      continue;
    }
    try {
      return await compare(attempt);
    } finally {
      await scope.transact((ctx) => releaseAttempt(ctx, businessId, token));
    }
  }
  throw tryAgain();
}

const tryAgain = () => new AppError('too_many_requests', 'Please try again', { retryAfterSeconds: 2 });
