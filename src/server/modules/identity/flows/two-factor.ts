import type * as z from 'zod/mini';
import type { usedPasskey } from '#contract/passkeys.ts';
import type { Ctx, Scope } from '#server/kernel/scope.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  prepareTwoFactor,
  regenerateRecoveryCodes,
  useCode,
} from '../commands/two-factor.ts';
import { otpauthUri } from '../rules/totp.ts';
import { withPasskeyProof } from './passkeys.ts';
import { requireProof, withProofLimit } from './step-up.ts';

type Secrets = { password?: string | undefined; code: string };

/** A fresh secret for the authenticator app, and its address for the QR code. Wants a proof. */
export async function startTwoFactor(
  scope: Scope,
  password: string | undefined,
): Promise<{ secret: string; address: string }> {
  const account = await requireProof(scope, password);
  const secret = await scope.transact(prepareTwoFactor);
  return { secret, address: otpauthUri(secret, account.email) };
}

/** Switches two-factor on with a code of the prepared secret, which a thief of the session may only guess a few times. */
export const confirmTwoFactor = (scope: Scope, code: string): Promise<string[]> =>
  withProofLimit(scope, () => scope.transact((ctx) => enableTwoFactor(ctx, code)));

/** Switches two-factor off, with a proof and a code. */
export const disableTwoFactorWithCode = (scope: Scope, secrets: Secrets): Promise<void> =>
  withCode(scope, secrets, disableTwoFactor);

/** The same with a passkey, which has checked its person: whoever lost the phone has no code. */
export const disableTwoFactorWithPasskey = (
  scope: Scope,
  passkey: z.output<typeof usedPasskey>,
): Promise<void> => withPasskeyProof(scope, passkey, disableTwoFactor);

/** Makes new recovery codes, with a proof and a code. */
export const renewRecoveryCodes = (scope: Scope, secrets: Secrets): Promise<string[]> =>
  withCode(scope, secrets, regenerateRecoveryCodes);

async function withCode<T>(
  scope: Scope,
  { password, code }: Secrets,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const account = await requireProof(scope, password);
  return withProofLimit(scope, () =>
    scope.transact(async (ctx) => {
      await useCode(ctx, account, code);
      return work(ctx);
    }),
  );
}
