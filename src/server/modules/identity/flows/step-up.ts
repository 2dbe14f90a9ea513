import { AppError, fieldError } from '#core/errors.ts';
import { secretMatches } from '#server/crypto/hashing.ts';
import { consumeLimit, releaseLimit } from '#server/kernel/rate-limits.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { type Account, accountById } from '../queries/accounts.ts';
import { proofMethodsOf } from '../queries/passkeys.ts';
import { provenUntil } from '../rules/step-up.ts';

/** The refusal of what asks for the password of somebody who has none. */
export const noPassword = () =>
  new AppError('no_password', 'Set a password first: use "Forgot password" on the log-in page');

/**
 * Lets a sensitive change go on: with the password that came along with it, else with a proof of the last ten minutes on
 * this session. Throws `step_up_required` with the ways there are, 422 for a wrong password.
 */
export async function requireProof(scope: Scope, password?: string): Promise<Account> {
  if (password !== undefined) return verifyPassword(scope, password);
  const { userId, provenAt } = scope.actor;
  if (provenUntil(provenAt, scope.now)) return accountById(scope.db, userId);
  throw new AppError('step_up_required', 'Confirm that it is you', {
    data: { ways: await proofMethodsOf(scope.db, userId) },
  });
}

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
