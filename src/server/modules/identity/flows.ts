import type * as z from 'zod/mini';
import { AppError, type ErrorCode, fieldError } from '#core/errors.ts';
import type { signup } from '#contract/identity.ts';
import { isCommonPassword } from '#server/common-passwords.ts';
import { hashSecret, secretMatches } from '#server/hashing.ts';
import { giveBack, spend } from '#server/requests.ts';
import type { SystemCtx, SystemScope } from '#server/scope.ts';
import { recordSecurity } from '../audit/commands.ts';
import { createUser } from './commands.ts';
import { resetPassword, sendReset, sendVerification } from './commands/links.ts';
import { type Proof, type SignedIn, signIn } from './commands/sessions.ts';
import { useCode } from './commands/two-factor.ts';
import { type Account, accountByEmail, requireLink, twoFactorIsOn } from './queries.ts';
import { subjectOf } from './rules.ts';

/** Creates an account and signs it in. Throws 409 when the address has one, 422 for a password anybody would guess. */
export async function register(scope: SystemScope, input: z.output<typeof signup>): Promise<SignedIn> {
  refuseCommon('password', input.password);
  const passwordHash = await hashSecret(input.password);
  const user = {
    email: input.email,
    passwordHash,
    firstName: input.firstName,
    lastName: input.lastName,
    currency: input.preferredCurrency,
    referralCode: input.referralCode || null,
    agreed: input.agreed,
  };
  return scope.transactAsSystem((ctx) => createUser(ctx, user, scope, scope.publicUrl()));
}

/**
 * Signs in. An unknown address and a wrong password are told alike, and take as long; only who has the right password
 * learns that a code is asked for.
 */
export function login(
  scope: SystemScope,
  input: { email: string; password: string; code?: string | undefined },
): Promise<SignedIn> {
  return countingGuesses(scope, input.email, async () => {
    const account = await accountByEmail(scope.db, input.email);
    if (!(await secretMatches(account?.password_hash ?? null, input.password)) || !account) {
      await noteFailure(scope, account, 'Wrong password');
      throw new AppError('invalid_credentials', 'Invalid email or password');
    }
    return enter(scope, account, input.code, 'password');
  });
}

/**
 * Signs an account in whose first proof was right: with two-factor on, a code is the second. `spendProof` uses up what
 * counts once, in the same transaction. Call it where guesses are counted.
 */
export async function enter(
  scope: SystemScope,
  account: Account,
  code: string | undefined,
  proof: Proof,
  spendProof: (ctx: SystemCtx) => Promise<void> = async () => {},
): Promise<SignedIn> {
  const needsCode = await twoFactorIsOn(scope.db, account.id);
  if (needsCode && !code)
    throw new AppError('two_factor_required', 'Enter the code from your authenticator app');
  try {
    return await scope.transactAsSystem(async (ctx) => {
      await spendProof(ctx);
      if (needsCode) await useCode(ctx, account, code ?? '');
      return signIn(ctx, account, scope, proof);
    });
  } catch (error) {
    if (isRefusal(error, 'wrong_code')) await noteFailure(scope, account, 'Wrong authentication code');
    throw error;
  }
}

/**
 * Runs work in which a password or code is guessed. It is counted before and given back unless the guess was wrong, so
 * that parallel guesses cannot slip past the limit of the account. Throws 429 past it.
 */
export async function countingGuesses<T>(
  scope: SystemScope,
  email: string,
  work: () => Promise<T>,
): Promise<T> {
  const { login: limit } = scope.config.limits;
  await spend(scope.db, 'login', limit, email, scope.now);
  try {
    const result = await work();
    await giveBack(scope.db, 'login', limit, email, scope.now);
    return result;
  } catch (error) {
    const wrong = isRefusal(error, 'invalid_credentials') || isRefusal(error, 'wrong_code');
    if (!wrong) await giveBack(scope.db, 'login', limit, email, scope.now);
    throw error;
  }
}

const isRefusal = (error: unknown, code: ErrorCode) => error instanceof AppError && error.code === code;

// An address nobody has is noted too, so that both answers take as long.
function noteFailure(scope: SystemScope, account: Account | null, why: string): Promise<void> {
  const subject = account && subjectOf(account);
  return scope.transactAsSystem((ctx) => recordSecurity(ctx, subject, 'sign_in_failed', subject ? why : ''));
}

/**
 * Whether this is the account's password. Wrong guesses count against the account's limit; throws 429 past it, and 409
 * for an account that has no password to ask for.
 */
export async function passwordMatches(scope: SystemScope, email: string, password: string): Promise<boolean> {
  const account = await accountByEmail(scope.db, email);
  if (account && account.password_hash === null) throw noPassword();
  const { login: limit } = scope.config.limits;
  await spend(scope.db, 'login', limit, email, scope.now);
  const right = await secretMatches(account?.password_hash ?? null, password);
  if (right) await giveBack(scope.db, 'login', limit, email, scope.now);
  return right;
}

/** The refusal of what asks for the password of somebody who has none. */
export const noPassword = () =>
  new AppError('no_password', 'Set a password first: use "Forgot password" on the log-in page');

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
  refuseCommon('password', password);
  const passwordHash = await hashSecret(password);
  await scope.transactAsSystem((ctx) => resetPassword(ctx, token, passwordHash));
}

/** Refuses a password anybody would guess. */
export function refuseCommon(path: string, password: string): void {
  if (isCommonPassword(password)) throw fieldError(path, 'Choose a less common password');
}
