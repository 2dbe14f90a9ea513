import type * as z from 'zod/mini';
import type { usedPasskey } from '#contract/passkeys.ts';
import type { Operation } from '#contract/step-up.ts';
import { AppError, fieldError } from '#core/errors.ts';
import type { Ctx, Scope } from '#server/kernel/scope.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  prepareTwoFactor,
  regenerateRecoveryCodes,
  useCode,
} from '../commands/two-factor.ts';
import { otpauthUri } from '../rules/totp.ts';
import { accountById, twoFactorIsOn } from '../queries/accounts.ts';
import { factorsOf } from '../queries/passkeys.ts';
import { allows, factorOfPasskey, settledAt, stateOf } from '../rules/factors.ts';
import { passkeyTooNew, withPasskeyProof } from './passkeys.ts';
import { isProven, requireProof, verifyPassword, withProofLimit } from './step-up.ts';

type Secrets = { password?: string | undefined; code: string };

/** A fresh secret for the authenticator app, and its address for the QR code. Wants a proof. */
export async function startTwoFactor(
  scope: Scope,
  password: string | undefined,
): Promise<{ secret: string; address: string }> {
  if (await twoFactorIsOn(scope.db, scope.actor.userId))
    throw new AppError('conflict', 'Two-factor is on already');
  const account = await requireProof(scope, password);
  const secret = await scope.transact(prepareTwoFactor);
  return { secret, address: otpauthUri(secret, account.email) };
}

/** Switches two-factor on with a code of the prepared secret, which a thief of the session may only guess a few times. */
export const confirmTwoFactor = (scope: Scope, code: string): Promise<string[]> =>
  withProofLimit(scope, () => scope.transact((ctx) => enableTwoFactor(ctx, code)));

/** Switches two-factor off, with a code. */
export const disableTwoFactorWithCode = (scope: Scope, secrets: Secrets): Promise<void> =>
  withCode(scope, 'two_factor_off', secrets, disableTwoFactor);

/** The same with a passkey, which has checked its person: whoever lost the phone has no code. Throws 422 for a new one. */
export async function disableTwoFactorWithPasskey(
  scope: Scope,
  assertion: z.output<typeof usedPasskey>,
): Promise<void> {
  if (!(await twoFactorIsOn(scope.db, scope.actor.userId))) throw twoFactorOff();
  await withPasskeyProof(scope, assertion, async (ctx, passkey) => {
    if (!allows('two_factor', 'two_factor_off', factorOfPasskey(passkey, ctx.now)))
      throw passkeyTooNew(settledAt(passkey));
    await disableTwoFactor(ctx);
  });
}

/** Makes new recovery codes, with a code. */
export const renewRecoveryCodes = (scope: Scope, secrets: Secrets): Promise<string[]> =>
  withCode(scope, 'two_factor_off', secrets, regenerateRecoveryCodes);

/**
 * Runs a command with a code that came along. Beside it the password is asked for, where there is one and nothing else was
 * proven: the phone of the codes may be the stolen one. Throws `wrong_code`, 409 where two-factor is off.
 */
export async function withCode<T>(
  scope: Scope,
  operation: Operation,
  { password, code }: Secrets,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const account = await factorsOf(scope.db, scope.actor.userId);
  if (!allows(stateOf(account), operation, 'totp')) throw twoFactorOff();
  if (password !== undefined) await verifyPassword(scope, password);
  else if (account.hasPassword && !isProven(scope, account, operation))
    throw fieldError('password', 'Enter your password too');
  const user = await accountById(scope.db, scope.actor.userId);
  return withProofLimit(scope, () =>
    scope.transact(async (ctx) => {
      await useCode(ctx, user, code);
      return work(ctx);
    }),
  );
}

const twoFactorOff = () => new AppError('conflict', 'Two-factor is off');
