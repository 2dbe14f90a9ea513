import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '#core/errors.ts';
import { newToken } from '#core/ids.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { claimAttempt, type PinAttempt, releaseAttempt } from '../commands/pin.ts';

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
export function serializePinChecks(
  scope: Scope,
  compare: (attempt: PinAttempt) => Promise<void>,
): Promise<void> {
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
