import { AppError, fieldError } from '#core/errors.ts';
import type { signup } from '#contract/identity.ts';
import { isCommonPassword } from '#server/common-passwords.ts';
import { hashSecret, secretMatches } from '#server/hashing.ts';
import { giveBack, spend } from '#server/requests.ts';
import type { SystemScope } from '#server/scope.ts';
import type * as z from 'zod/mini';
import { createUser, resetPassword, sendReset, sendVerification, type SignedIn, signIn } from './commands.ts';
import { type Account, accountByEmail, requireLink } from './queries.ts';

/** Creates an account and signs it in. Throws 409 when the address has one, 422 for a password anybody would guess. */
export async function register(
  scope: SystemScope,
  input: z.output<typeof signup>,
  userAgent: string,
): Promise<SignedIn> {
  refuseCommon(input.password);
  const passwordHash = await hashSecret(input.password);
  const user = {
    email: input.email,
    passwordHash,
    firstName: input.firstName,
    lastName: input.lastName,
    currency: input.preferredCurrency,
    referralCode: input.referralCode || null,
    agreed: input.agreed ?? false,
  };
  return scope.transactAsSystem((ctx) =>
    createUser(ctx, user, { userAgent, config: scope.config }, scope.publicUrl()),
  );
}

/** Signs in. An unknown address and a wrong password are told alike, and take as long. */
export async function login(
  scope: SystemScope,
  input: { email: string; password: string },
  userAgent: string,
): Promise<SignedIn> {
  const account = await accountByEmail(scope.db, input.email);
  if (!(await passwordIsRight(scope, input.email, account, input.password)) || !account) {
    throw new AppError('invalid_credentials', 'Invalid email or password');
  }
  return scope.transactAsSystem((ctx) => signIn(ctx, account, { userAgent, config: scope.config }));
}

/** Whether this is the account's password. Wrong guesses count against the account's limit; throws 429 past it. */
export async function passwordMatches(scope: SystemScope, email: string, password: string): Promise<boolean> {
  return passwordIsRight(scope, email, await accountByEmail(scope.db, email), password);
}

// Counted before it is compared and given back when right, so that parallel guesses cannot slip past the limit.
async function passwordIsRight(
  scope: SystemScope,
  email: string,
  account: Account | null,
  password: string,
): Promise<boolean> {
  const { login: limit } = scope.config.limits;
  await spend(scope.db, 'login', limit, email, scope.now);
  const right = await secretMatches(account?.password_hash ?? null, password);
  if (right) await giveBack(scope.db, 'login', limit, email, scope.now);
  return right;
}

/** Sends the verification message again, where there is an account that needs it; nobody learns whether there is. */
export async function resendVerification(scope: SystemScope, email: string): Promise<void> {
  await spend(scope.db, 'resend', scope.config.limits.resend, email, scope.now);
  const account = await accountByEmail(scope.db, email);
  if (account && !account.email_verified_at)
    await scope.transactAsSystem((ctx) => sendVerification(ctx, account, scope.publicUrl()));
}

/** Sends a link to choose a new password, where there is an account; nobody learns whether there is. */
export async function forgotPassword(scope: SystemScope, email: string): Promise<void> {
  await spend(scope.db, 'resend', scope.config.limits.resend, email, scope.now);
  const account = await accountByEmail(scope.db, email);
  if (account) await scope.transactAsSystem((ctx) => sendReset(ctx, account, scope.publicUrl()));
}

/** Sets a new password with the token of a reset link. Throws 410 for a link that is unknown, used or too old. */
export async function choosePassword(scope: SystemScope, token: string, password: string): Promise<void> {
  await requireLink(scope.db, 'reset', token, scope.now);
  refuseCommon(password);
  const passwordHash = await hashSecret(password);
  await scope.transactAsSystem((ctx) => resetPassword(ctx, token, passwordHash));
}

function refuseCommon(password: string): void {
  if (isCommonPassword(password)) throw fieldError('password', 'Choose a less common password');
}
