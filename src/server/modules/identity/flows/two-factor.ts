import type { Scope } from '#server/scope.ts';
import { disableTwoFactor, prepareTwoFactor, remakeRecoveryCodes, useCode } from '../commands/two-factor.ts';
import { countingGuesses } from '../flows.ts';
import { keyAddress } from '../rules/totp.ts';
import { stepUp } from './account.ts';

type Secrets = { password: string; code: string };

/** A fresh secret for the authenticator app, and its address for the QR code. */
export async function startTwoFactor(
  scope: Scope,
  password: string,
): Promise<{ secret: string; address: string }> {
  const account = await stepUp(scope, password);
  const secret = await scope.transact(prepareTwoFactor);
  return { secret, address: keyAddress(secret, account.email) };
}

/** Switches two-factor off, with password and code. */
export async function stopTwoFactor(scope: Scope, { password, code }: Secrets): Promise<void> {
  const account = await stepUp(scope, password);
  await countingGuesses(scope, account.email, () =>
    scope.transact(async (ctx) => {
      await useCode(ctx, account, code);
      await disableTwoFactor(ctx);
    }),
  );
}

/** Makes new recovery codes, with password and code. */
export async function renewRecoveryCodes(scope: Scope, { password, code }: Secrets): Promise<string[]> {
  const account = await stepUp(scope, password);
  return countingGuesses(scope, account.email, () =>
    scope.transact(async (ctx) => {
      await useCode(ctx, account, code);
      return remakeRecoveryCodes(ctx);
    }),
  );
}
