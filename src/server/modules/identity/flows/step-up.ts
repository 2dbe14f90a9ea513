import type { Operation } from '#contract/step-up.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { secretMatches } from '#server/crypto/hashing.ts';
import { consumeLimit, releaseLimit } from '#server/kernel/rate-limits.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { type Account, accountById } from '../queries/accounts.ts';
import { factorsOf } from '../queries/passkeys.ts';
import {
  type AccountFactors,
  allows,
  type Factor,
  proofUntil,
  stateOf,
  stepUpRequired,
} from '../rules/factors.ts';

/** The refusal of what asks for the password of somebody who has none. */
export const noPassword = () =>
  new AppError('no_password', 'Set a password first: use "Forgot password" on the log-in page');

/**
 * Lets an operation go on: with the password that came along with it where that is enough, else with a proof of the last ten
 * minutes on this session. Throws `step_up_required` with the ways there are, 422 for a wrong password.
 */
export async function requireProof(
  scope: Scope,
  password?: string,
  operation: Operation = 'change',
): Promise<Account> {
  const verified = password === undefined ? null : await verifyPassword(scope, password);
  await requireFactor(scope, operation, verified && 'password');
  return verified ?? accountById(scope.db, scope.actor.userId);
}

/** The same for a factor that was verified with the call itself; null where none was. */
export async function requireFactor(
  scope: Scope,
  operation: Operation,
  verified: Factor | null,
): Promise<void> {
  const account = await factorsOf(scope.db, scope.actor.userId);
  if (verified && allows(stateOf(account), operation, verified)) return;
  if (isProven(scope, account, operation)) return;
  throw stepUpRequired(account, operation, scope.now);
}

/** Whether a proof of the last ten minutes on this session allows an operation. */
export const isProven = ({ actor, now }: Scope, account: AccountFactors, operation: Operation): boolean =>
  proofUntil(stateOf(account), operation, actor, now) !== null;

/**
 * Asks for the actor's password again. Throws 422 at `path` for a wrong one (never 401: that would end the session of
 * somebody who mistyped), 409 where there is none, 429 after too many. Returns the account as it was compared.
 */
export async function verifyPassword(
  scope: Scope,
  password: string,
  path = 'password',
): Promise<Account & { password_hash: string }> {
  const account = await accountById(scope.db, scope.actor.userId);
  const { password_hash: hash } = account;
  if (hash === null) throw noPassword();
  await withProofLimit(scope, async () => {
    if (!(await secretMatches(hash, password))) throw fieldError(path, 'That is not your password');
  });
  return { ...account, password_hash: hash };
}

/**
 * Runs a check of a secret of the signed-in user under a rate limit. Counted apart from log-ins, so that
 * outsiders cannot exhaust it, and before the check, so that parallel attempts cannot slip past. Throws 429
 * past the limit.
 */
export async function withProofLimit<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
  const { login: limit } = scope.config.limits;
  const { userId } = scope.actor;
  await consumeLimit(scope.db, 'proof', limit, userId, scope.now);
  try {
    const result = await work();
    await releaseLimit(scope.db, 'proof', limit, userId, scope.now);
    return result;
  } catch (error) {
    if (!isWrongSecret(error)) await releaseLimit(scope.db, 'proof', limit, userId, scope.now);
    else await scope.transact((ctx) => recordActorEvent(ctx, 'proof_failed'));
    throw error;
  }
}

const isWrongSecret = (error: unknown) =>
  error instanceof AppError && (error.code === 'wrong_code' || error.code === 'invalid_input');
