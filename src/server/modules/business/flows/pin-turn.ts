import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '#core/errors.ts';
import { newToken } from '#core/ids.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { endTurn, type PinTry, takeTry } from '../pin.ts';

const ASK_AGAIN_MS = 40;
const MOST_ASKED = 250;
const MOST_WAITING = 50;
const TURN_BYTES = 12;

type Line = { tail: Promise<unknown>; waiting: number };
const lines = new Map<string, Line>();

/**
 * Compares attempts at one business's PIN one at a time across processes, so that concurrent right ones never
 * add up to a lock. Throws 429 when too many wait, and the errors of `claimAttempt`.
 */
export function inPinTurn(scope: Scope, compare: (taken: PinTry) => Promise<void>): Promise<void> {
  const { businessId } = scope.actor;
  const line = lines.get(businessId) ?? { tail: Promise.resolve(), waiting: 0 };
  if (line.waiting >= MOST_WAITING) throw tryAgain();
  line.waiting += 1;
  const mine = line.tail.then(() => withTurn(scope, compare));
  line.tail = mine.catch(() => undefined);
  lines.set(businessId, line);
  return mine.finally(() => {
    line.waiting -= 1;
    if (line.waiting === 0) lines.delete(businessId);
  });
}

async function withTurn(scope: Scope, compare: (taken: PinTry) => Promise<void>): Promise<void> {
  const { businessId } = scope.actor;
  const turn = newToken(TURN_BYTES);
  for (let asked = 0; asked < MOST_ASKED; asked++) {
    const taken = await scope.transact((ctx) => takeTry(ctx, businessId, turn));
    if (!taken) {
      await pause(ASK_AGAIN_MS);
      continue;
    }
    try {
      return await compare(taken);
    } finally {
      await scope.transact((ctx) => endTurn(ctx, businessId, turn));
    }
  }
  throw tryAgain();
}

const tryAgain = () => new AppError('too_many_requests', 'Please try again', { retryAfterSeconds: 2 });
