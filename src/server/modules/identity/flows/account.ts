import { AppError, fieldError } from '#core/errors.ts';
import { hashSecret } from '#server/hashing.ts';
import type { Scope } from '#server/scope.ts';
import { changePassword } from '../commands.ts';
import { sendEmailChange } from '../commands/links.ts';
import { noPassword, passwordMatches, refuseCommon } from '../flows.ts';
import { type Account, accountByEmail, accountById } from '../queries.ts';

/**
 * Asks for the actor's password again. Throws 422 at `path` for a wrong one (never 401: that would end the session of
 * somebody who mistyped), 409 where there is none, 429 after too many. Returns the account as it was compared.
 */
export async function stepUp(
  scope: Scope,
  password: string,
  path = 'password',
): Promise<Account & { password_hash: string }> {
  const account = await accountById(scope.db, scope.actor.userId);
  const { password_hash: hash } = account;
  if (hash === null) throw noPassword();
  if (!(await passwordMatches(scope, account.email, password)))
    throw fieldError(path, 'That is not your password');
  return { ...account, password_hash: hash };
}

/** Changes the actor's password; every other session ends. */
export async function changeOwnPassword(
  scope: Scope,
  input: { currentPassword: string; newPassword: string },
): Promise<void> {
  const account = await stepUp(scope, input.currentPassword, 'currentPassword');
  refuseCommon('newPassword', input.newPassword);
  const hash = await hashSecret(input.newPassword);
  await scope.transact((ctx) => changePassword(ctx, account.password_hash, hash));
}

/** Sends a message to the address the account is to have. Throws 409 when another account has it. */
export async function askEmailChange(
  scope: Scope,
  input: { email: string; password: string },
): Promise<void> {
  const account = await stepUp(scope, input.password);
  if (input.email === account.email) throw fieldError('email', 'This is your address already');
  if (await accountByEmail(scope.db, input.email))
    throw new AppError('already_exists', 'Another account has this address');
  await scope.transact((ctx) => sendEmailChange(ctx, input.email));
}
