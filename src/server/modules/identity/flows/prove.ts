import type * as z from 'zod/mini';
import type { proof } from '#contract/step-up.ts';
import { plusMs } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import { spend } from '#server/kernel/requests.ts';
import type { Ctx, Scope } from '#server/kernel/scope.ts';
import { giveProof, sendProofCode, useProofCode } from '../commands/step-up.ts';
import { useCode } from '../commands/two-factor.ts';
import { accountById } from '../queries.ts';
import { proofWaysOf } from '../queries/passkeys.ts';
import { MAILED_CODES, PROOF_MS } from '../rules/proof.ts';
import { provenByPasskey } from './passkeys.ts';
import { countingProofs, provePassword } from './step-up.ts';

type Proof = z.output<typeof proof>;

/**
 * Shows once more who the actor is, in a way their account has. Returns the session's new token and until when the proof
 * counts. Throws 422 for a wrong one, 429 after too many.
 */
export async function prove(scope: Scope, given: Proof): Promise<{ token: string; until: Date }> {
  const ways = await proofWaysOf(scope.db, scope.actor.userId);
  if (!ways.includes(given.way))
    throw new AppError('conflict', 'Please show it another way', { data: { ways } });
  const token = await checked(scope, given, (ctx) => giveProof(ctx, given.way));
  return { token, until: plusMs(scope.now, PROOF_MS) };
}

async function checked(scope: Scope, given: Proof, proven: (ctx: Ctx) => Promise<string>): Promise<string> {
  switch (given.way) {
    case 'passkey':
      return provenByPasskey(scope, given.passkey, proven);
    case 'password':
      await provePassword(scope, given.password);
      return scope.transact(proven);
    case 'totp': {
      const account = await accountById(scope.db, scope.actor.userId);
      return guessing(scope, (ctx) => useCode(ctx, account, given.code), proven);
    }
    case 'email_code':
      return guessing(scope, (ctx) => useProofCode(ctx, given.code), proven);
  }
}

// A code is used up in the same transaction as what it proves.
const guessing = (
  scope: Scope,
  use: (ctx: Ctx) => Promise<void>,
  proven: (ctx: Ctx) => Promise<string>,
): Promise<string> =>
  countingProofs(scope, () =>
    scope.transact(async (ctx) => {
      await use(ctx);
      return proven(ctx);
    }),
  );

/** Sends a code to the actor's address. Throws 409 for an account that has another way, 429 after a few. */
export async function mailProofCode(scope: Scope): Promise<void> {
  const ways = await proofWaysOf(scope.db, scope.actor.userId);
  if (!ways.includes('email_code'))
    throw new AppError('conflict', 'Please show it another way', { data: { ways } });
  await spend(scope.db, 'proof-code', MAILED_CODES, scope.actor.userId, scope.now);
  await scope.transact(sendProofCode);
}
