import type * as z from 'zod/mini';
import type { usedPasskey } from '#contract/passkeys.ts';
import type { Ctx, Scope } from '#server/kernel/scope.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  prepareTwoFactor,
  remakeRecoveryCodes,
  useCode,
} from '../commands/two-factor.ts';
import { keyAddress } from '../rules/totp.ts';
import { provenByPasskey } from './passkeys.ts';
import { countingProofs, requireProof } from './step-up.ts';

type Secrets = { password?: string | undefined; code: string };

/** A fresh secret for the authenticator app, and its address for the QR code. Wants a proof. */
export async function startTwoFactor(
  scope: Scope,
  password: string | undefined,
): Promise<{ secret: string; address: string }> {
  const account = await requireProof(scope, password);
  const secret = await scope.transact(prepareTwoFactor);
  return { secret, address: keyAddress(secret, account.email) };
}

/** Switches two-factor on with a code of the prepared secret, which a thief of the session may only guess a few times. */
export const confirmTwoFactor = (scope: Scope, code: string): Promise<string[]> =>
  countingProofs(scope, () => scope.transact((ctx) => enableTwoFactor(ctx, code)));

/** Switches two-factor off, with a proof and a code. */
export const stopTwoFactor = (scope: Scope, secrets: Secrets): Promise<void> =>
  withCode(scope, secrets, disableTwoFactor);

/** The same with a passkey, which has checked its person: whoever lost the phone has no code. */
export const stopTwoFactorByPasskey = (scope: Scope, passkey: z.output<typeof usedPasskey>): Promise<void> =>
  provenByPasskey(scope, passkey, disableTwoFactor);

/** Makes new recovery codes, with a proof and a code. */
export const renewRecoveryCodes = (scope: Scope, secrets: Secrets): Promise<string[]> =>
  withCode(scope, secrets, remakeRecoveryCodes);

async function withCode<T>(
  scope: Scope,
  { password, code }: Secrets,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const account = await requireProof(scope, password);
  return countingProofs(scope, () =>
    scope.transact(async (ctx) => {
      await useCode(ctx, account, code);
      return work(ctx);
    }),
  );
}
