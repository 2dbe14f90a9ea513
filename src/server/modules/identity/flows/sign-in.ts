import type * as z from 'zod/mini';
import type { signup } from '#contract/identity.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { isCommonPassword } from '#server/crypto/common-passwords.ts';
import { hashSecret, secretMatches } from '#server/crypto/hashing.ts';
import { AFTER_THE_ANSWER, type Runs } from '#server/kernel/jobs.ts';
import { consumeLimit } from '#server/kernel/rate-limits.ts';
import { type SystemCtx, type SystemScope, withOrigin } from '#server/kernel/scope.ts';
import { recordSecurityEvent } from '#server/modules/audit/commands.ts';
import { createUser } from '../commands/account.ts';
import { resetPassword, sendReset, sendVerification } from '../commands/links.ts';
import { type SignedIn, signIn } from '../commands/sessions.ts';
import { notifySignInsThrottled } from '../commands/sign-in-alert.ts';
import { useCode } from '../commands/two-factor.ts';
import { jobs } from '../jobs.ts';
import { type Account, accountByEmail, requireResetLink } from '../queries/accounts.ts';
import { factorsOf } from '../queries/passkeys.ts';
import { allows, stateOf } from '../rules/factors.ts';
import { subjectOf } from '../rules/tokens.ts';
import { withLoginLimit } from './login-limits.ts';

/** Creates an account and signs it in. Throws 409 when the address has one, 422 for a password anybody would guess. */
export async function register(
  scope: SystemScope,
  input: z.output<typeof signup>,
  browser: string,
): Promise<SignedIn> {
  rejectCommonPassword('password', input.password);
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
  const { config } = scope;
  return scope.transactAsSystem((ctx) => createUser(ctx, user, { config, browser }, scope.publicUrl()));
}

/**
 * Signs in. An unknown address and a wrong password give the same answer in the same time; only the right
 * password reveals that a code is needed.
 */
export function login(
  scope: SystemScope,
  input: { email: string; password: string; code?: string | undefined },
  browser: string,
): Promise<SignedIn> {
  return withLoginLimit(scope, { email: input.email, browser }, async () => {
    const account = await accountByEmail(scope.db, input.email);
    if (!(await secretMatches(account?.password_hash ?? null, input.password)) || !account) {
      await reportWrongPassword(scope, input.email);
      throw new AppError('invalid_credentials', 'Invalid email or password');
    }
    return completeSignIn(scope, account, { code: input.code, proof: 'password', browser });
  });
}

/** Sign-in in progress: the first factor, the browser, and the code where one is needed. */
export type SignInAttempt = { proof: 'password' | 'google'; browser: string; code: string | undefined };

/**
 * Signs an account in whose first proof was right: with two-factor on, a code is the second. `consumeProof` uses up what
 * counts once, in the same transaction. Call it where guesses are counted.
 */
export async function completeSignIn(
  scope: SystemScope,
  account: Account,
  { code, proof, browser }: SignInAttempt,
  consumeProof: (ctx: SystemCtx) => Promise<void> = async () => {},
): Promise<SignedIn> {
  const needsCode = !allows(stateOf(await factorsOf(scope.db, account.id)), 'sign_in', proof);
  if (needsCode && !code)
    throw new AppError('two_factor_required', 'Enter the code from your authenticator app');
  try {
    return await scope.transactAsSystem(async (ctx) => {
      await consumeProof(ctx);
      if (needsCode) await useCode(ctx, account, code ?? '');
      return signIn(ctx, account, { config: scope.config, browser }, proof, needsCode ? 'totp' : proof);
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'wrong_code')
      await scope.transactAsSystem((ctx) =>
        recordSecurityEvent(ctx, subjectOf(account), 'sign_in_failed', 'Wrong authentication code'),
      );
    throw error;
  }
}

// An address nobody has is noted too, and neither is looked up here: what is written to an account's trail takes time.
function reportWrongPassword(scope: SystemScope, email: string): Promise<void> {
  const { clientAddress, userAgent } = scope;
  return scope.transactAsSystem(async (ctx) =>
    ctx.enqueue(jobs.failed, { email, clientAddress, userAgent }, AFTER_THE_ANSWER),
  );
}

/** Has the verification message sent again, where there is an account that needs it; nobody learns whether there is. */
export async function resendVerification(scope: SystemScope, email: string): Promise<void> {
  await consumeLimit(scope.db, 'resend', scope.config.limits.resend, email, scope.now);
  await scope.transactAsSystem(async (ctx) => ctx.enqueue(jobs.verification, { email }, AFTER_THE_ANSWER));
}

/** Has a link to choose a new password sent, where there is an account; nobody learns whether there is. */
export async function forgotPassword(scope: SystemScope, email: string): Promise<void> {
  await consumeLimit(scope.db, 'resend', scope.config.limits.resend, email, scope.now);
  await scope.transactAsSystem(async (ctx) => ctx.enqueue(jobs.reset, { email }, AFTER_THE_ANSWER));
}

export const runs: Runs<typeof jobs> = {
  verification: (scope, { email }) =>
    withAccount(scope, email, async (ctx, account) => {
      if (!account.email_verified_at) await sendVerification(ctx, account, scope.publicUrl());
    }),
  reset: (scope, { email }) =>
    withAccount(scope, email, (ctx, account) => sendReset(ctx, account, scope.publicUrl())),
  failed: async (scope, { email, ...origin }) => {
    const account = await accountByEmail(scope.db, email);
    const subject = account && subjectOf(account);
    await withOrigin(scope, origin).transactAsSystem((ctx) =>
      recordSecurityEvent(ctx, subject, 'sign_in_failed', subject ? 'Wrong password' : ''),
    );
  },
  slowed: (scope, { email }) => withAccount(scope, email, notifySignInsThrottled),
};

const withAccount = (
  scope: SystemScope,
  email: string,
  work: (ctx: SystemCtx, account: Account) => Promise<void>,
): Promise<void> =>
  scope.transactAsSystem(async (ctx) => {
    const account = await accountByEmail(ctx.tx, email);
    if (account) await work(ctx, account);
  });

/** Sets a new password with the token of a reset link. Throws 410 for a link that is unknown, used or too old. */
export async function choosePassword(scope: SystemScope, token: string, password: string): Promise<void> {
  await requireResetLink(scope.db, token, scope.now);
  rejectCommonPassword('password', password);
  const passwordHash = await hashSecret(password);
  await scope.transactAsSystem((ctx) => resetPassword(ctx, token, passwordHash));
}

/** Refuses a password anybody would guess. */
export function rejectCommonPassword(path: string, password: string): void {
  if (isCommonPassword(password)) throw fieldError(path, 'Choose a less common password');
}
