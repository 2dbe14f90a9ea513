import { AppError, fieldError } from '#core/errors.ts';
import { hashSecret } from '#server/crypto/hashing.ts';
import { consumeLimit } from '#server/kernel/rate-limits.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { changePassword } from '../commands/account.ts';
import { sendEmailChange } from '../commands/links.ts';
import { accountByEmail } from '../queries/accounts.ts';
import { rejectCommonPassword } from './sign-in.ts';
import { requireFactor, requireProof, verifyPassword } from './step-up.ts';

/** Changes the actor's password; every other session ends. */
export async function changeOwnPassword(
  scope: Scope,
  input: { currentPassword: string; newPassword: string },
): Promise<void> {
  const account = await verifyPassword(scope, input.currentPassword, 'currentPassword');
  await requireFactor(scope, 'change_secret', 'password');
  rejectCommonPassword('newPassword', input.newPassword);
  const hash = await hashSecret(input.newPassword);
  await scope.transact((ctx) => changePassword(ctx, account.password_hash, hash));
}

/**
 * Sends a message to the address the account is to have. Wants a proof. Throws 409 when another account has it, 429 after a
 * few for the account or for that address: it may be anybody's.
 */
export async function requestEmailChange(
  scope: Scope,
  input: { email: string; password?: string | undefined },
): Promise<void> {
  const account = await requireProof(scope, input.password);
  if (input.email === account.email) throw fieldError('email', 'This is your address already');
  const { resend } = scope.config.limits;
  for (const subject of [account.id, input.email])
    await consumeLimit(scope.db, 'resend', resend, subject, scope.now);
  if (await scope.transactAsSystem((ctx) => accountByEmail(ctx.tx, input.email)))
    throw new AppError('already_exists', 'Another account has this address');
  await scope.transact((ctx) => sendEmailChange(ctx, input.email));
}
