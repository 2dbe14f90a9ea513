import type * as z from 'zod/mini';
import type { proof, ProofMethod } from '#contract/step-up.ts';
import { plusMs } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import { consumeLimit } from '#server/kernel/rate-limits.ts';
import type { Ctx, Scope } from '#server/kernel/scope.ts';
import { recordProof, sendProofCode, useProofCode } from '../commands/step-up.ts';
import { useCode } from '../commands/two-factor.ts';
import { accountById } from '../queries/accounts.ts';
import { factorsOf } from '../queries/passkeys.ts';
import { type Factor, factorOfPasskey, proofOffer } from '../rules/factors.ts';
import { EMAIL_CODE_LIMIT, PROOF_MS } from '../rules/step-up.ts';
import { withPasskeyProof } from './passkeys.ts';
import { verifyPassword, withProofLimit } from './step-up.ts';

type Proof = z.output<typeof proof>;

/**
 * Shows once more who the actor is, in a way their account has. Returns the session's new token and until when the proof
 * counts. Throws 422 for a wrong one, 429 after too many.
 */
export async function verifyStepUp(scope: Scope, input: Proof): Promise<{ token: string; until: Date }> {
  await requireMethod(scope, input.way);
  const token = await verifyThen(scope, input, recordProof);
  return { token, until: plusMs(scope.now, PROOF_MS) };
}

// Nothing that proves too little for a change proves anything.
async function requireMethod(scope: Scope, method: ProofMethod): Promise<void> {
  const offer = proofOffer(await factorsOf(scope.db, scope.actor.userId), 'change', scope.now);
  if (!offer.ways.includes(method))
    throw new AppError('conflict', 'Please show it another way', { data: { ways: offer.ways } });
}

async function verifyThen(
  scope: Scope,
  input: Proof,
  onVerified: (ctx: Ctx, factor: Factor) => Promise<string>,
): Promise<string> {
  const proven = (factor: Factor) => (ctx: Ctx) => onVerified(ctx, factor);
  switch (input.way) {
    case 'passkey':
      return withPasskeyProof(scope, input.passkey, (ctx, passkey) =>
        onVerified(ctx, factorOfPasskey(passkey, ctx.now)),
      );
    case 'password':
      await verifyPassword(scope, input.password);
      return scope.transact(proven('password'));
    case 'totp': {
      const account = await accountById(scope.db, scope.actor.userId);
      return verifyCode(scope, (ctx) => useCode(ctx, account, input.code), proven('totp'));
    }
    case 'email_code':
      return verifyCode(scope, (ctx) => useProofCode(ctx, input.code), proven('email_code'));
  }
}

// A code is used up in the same transaction as what it proves.
const verifyCode = (
  scope: Scope,
  use: (ctx: Ctx) => Promise<void>,
  onVerified: (ctx: Ctx) => Promise<string>,
): Promise<string> =>
  withProofLimit(scope, () =>
    scope.transact(async (ctx) => {
      await use(ctx);
      return onVerified(ctx);
    }),
  );

/** Sends a code to the actor's address. Throws 409 for an account that has another way, 429 after a few. */
export async function emailProofCode(scope: Scope): Promise<void> {
  await requireMethod(scope, 'email_code');
  await consumeLimit(scope.db, 'proof-code', EMAIL_CODE_LIMIT, scope.actor.userId, scope.now);
  await scope.transact(sendProofCode);
}
