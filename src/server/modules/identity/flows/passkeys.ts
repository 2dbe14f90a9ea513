import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type * as z from 'zod/mini';
import type { newPasskey, usedPasskey } from '#contract/passkeys.ts';
import type { Operation } from '#contract/step-up.ts';
import { AppError } from '#core/errors.ts';
import type { Ctx, Scope, SystemCtx, SystemScope } from '#server/kernel/scope.ts';
import { recordSecurityEvent } from '#server/modules/audit/commands.ts';
import {
  type ChallengeTarget,
  newChallenge,
  recordPasskeyUse,
  savePasskey,
  suspendPasskey,
  useChallenge,
} from '../commands/passkeys.ts';
import { type SignedIn, signIn } from '../commands/sessions.ts';
import { accountById } from '../queries/accounts.ts';
import { factorsOf, passkeyByCredential, passkeysOf } from '../queries/passkeys.ts';
import { factorOfPasskey, passkeysFor, proofOffer } from '../rules/factors.ts';
import {
  ALGORITHMS,
  assertionOptions,
  challengeIn,
  creationOptions,
  handleOf,
  relyingParty,
} from '../rules/passkeys.ts';
import { subjectOf } from '../rules/tokens.ts';
import type { PasskeyRow } from '../table.ts';
import { requireProof } from './step-up.ts';

type PasskeyRegistration = z.output<typeof newPasskey>;
type PasskeyAssertion = z.output<typeof usedPasskey>;
/** A verified passkey with the counter and backup state its authenticator reported. */
export type VerifiedPasskey = { passkey: PasskeyRow; counter: number; backedUp: boolean };

const passkeyRefused = () =>
  new AppError('passkey_refused', 'This passkey opens nothing here. Please try another way');

/** The refusal of a passkey that was made less than a day ago. */
export const passkeyTooNew = (passkeyFrom: Date) =>
  new AppError(
    'passkey_refused',
    'A passkey can do this once it is a day old. Use a code of your authenticator app or a recovery code',
    { data: { passkeyFrom } },
  );

/** WebAuthn options to create a passkey. Needs step-up. */
export async function beginPasskey(scope: Scope) {
  await requireProof(scope);
  const { userId, sessionId } = scope.actor;
  const challenge = await scope.transact((ctx) =>
    newChallenge(ctx, { purpose: 'register', userId, sessionId }),
  );
  const account = await accountById(scope.db, userId);
  const owner = {
    id: userId,
    email: account.email,
    name: `${account.first_name} ${account.last_name}`.trim(),
  };
  return creationOptions(scope.publicUrl(), challenge, owner, await passkeysOf(scope.db, userId));
}

/** Stores a new passkey. Throws 422 for one made for another origin, user or challenge. */
export async function addPasskey(
  scope: Scope,
  name: string,
  registration: PasskeyRegistration,
): Promise<PasskeyRow> {
  const { userId, sessionId } = scope.actor;
  const challenge = challengeIn(registration.response.clientDataJSON);
  const target = { purpose: 'register', userId, sessionId } as const;
  if (!(await scope.transact((ctx) => useChallenge(ctx, challenge, target)))) throw passkeyRefused();
  const info = await registrationOf(scope, registration, challenge);
  if (!info) throw passkeyRefused();
  const { credential } = info;
  return scope.transact((ctx) =>
    savePasskey(ctx, {
      name,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: (registration.response.transports ?? []).join(','),
      backed_up: info.credentialBackedUp,
    }),
  );
}

async function registrationOf(scope: Scope, registration: PasskeyRegistration, expectedChallenge: string) {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(scope.publicUrl());
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: registration,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return registrationInfo ?? null;
  } catch {
    // Throws for every failed check and for unreadable input.
    return null;
  }
}

/** WebAuthn options to sign in with any passkey of this service. */
export async function beginSignIn(scope: SystemScope) {
  const challenge = await scope.transactAsSystem((ctx) => newChallenge(ctx, { purpose: 'sign_in' }));
  return assertionOptions(scope.publicUrl(), challenge);
}

/**
 * Signs in by a discoverable passkey. With user verification by the authenticator, no two-factor code is
 * needed.
 */
export async function signInByPasskey(
  scope: SystemScope,
  assertion: PasskeyAssertion,
  browser: string,
): Promise<SignedIn> {
  const verification = await verifyAssertion(scope, assertion, { purpose: 'sign_in' });
  const { config } = scope;
  const signedIn = await scope.transactAsSystem(async (ctx) => {
    if (!(await recordPasskeyUse(ctx, verification.passkey, verification))) return null;
    const account = await accountById(ctx.tx, verification.passkey.user_id);
    const factor = factorOfPasskey(verification.passkey, ctx.now);
    return signIn(ctx, account, { config, browser }, 'passkey', factor);
  });
  return signedIn ?? suspendCopied(scope, verification.passkey);
}

/** WebAuthn options for step-up with those of the actor's passkeys that allow an operation. */
export async function beginProofByPasskey(scope: Scope, operation: Operation = 'change') {
  const { userId, sessionId } = scope.actor;
  const account = await factorsOf(scope.db, userId);
  const passkeys = passkeysFor(account, operation, scope.now);
  if (passkeys.length === 0) {
    const { passkeyFrom } = proofOffer(account, operation, scope.now);
    if (passkeyFrom) throw passkeyTooNew(passkeyFrom);
    throw new AppError('conflict', 'You have no passkey here');
  }
  const challenge = await scope.transact((ctx) =>
    newChallenge(ctx, { purpose: 'step_up', userId, sessionId }),
  );
  return assertionOptions(scope.publicUrl(), challenge, passkeys);
}

/** Runs a command once the actor's own passkey was right. */
export async function withPasskeyProof<T>(
  scope: Scope,
  assertion: PasskeyAssertion,
  work: (ctx: Ctx, passkey: PasskeyRow) => Promise<T>,
): Promise<T> {
  const { userId, sessionId } = scope.actor;
  const verification = await verifyAssertion(scope, assertion, { purpose: 'step_up', userId, sessionId });
  const done = await scope.transact(async (ctx) =>
    (await recordPasskeyUse(ctx, verification.passkey, verification))
      ? { result: await work(ctx, verification.passkey) }
      : null,
  );
  return done ? done.result : suspendCopied(scope, verification.passkey);
}

async function suspendCopied(scope: SystemScope, passkey: PasskeyRow): Promise<never> {
  await scope.transactAsSystem((ctx) => suspendPasskey(ctx, passkey));
  throw passkeyRefused();
}

/**
 * Verifies an assertion: an unused challenge of ours, at our origin, by a passkey of this account, with user
 * verification. Throws `passkey_refused`; the challenge is used up in any case.
 */
async function verifyAssertion(
  scope: SystemScope,
  assertion: PasskeyAssertion,
  target: ChallengeTarget,
): Promise<VerifiedPasskey> {
  const challenge = challengeIn(assertion.response.clientDataJSON);
  if (!(await scope.transactAsSystem((ctx) => useChallenge(ctx, challenge, target)))) throw passkeyRefused();
  const passkey = await passkeyByCredential(scope.db, assertion.id);
  if (!passkey || !isForTarget(passkey, assertion, target)) throw passkeyRefused();
  const verification = await verifyResponse(scope, passkey, assertion, challenge);
  if (verification) return verification;
  await scope.transactAsSystem((ctx) => recordRefusedPasskey(ctx, passkey, target));
  throw passkeyRefused();
}

function isForTarget(passkey: PasskeyRow, assertion: PasskeyAssertion, target: ChallengeTarget): boolean {
  const { userHandle } = assertion.response;
  if (target.purpose !== 'sign_in' && passkey.user_id !== target.userId) return false;
  // At sign-in the user handle identifies the account; for a known user an authenticator may omit it.
  if (userHandle === undefined) return target.purpose !== 'sign_in';
  return userHandle === handleOf(passkey.user_id);
}

async function verifyResponse(
  scope: SystemScope,
  passkey: PasskeyRow,
  response: PasskeyAssertion,
  expectedChallenge: string,
): Promise<VerifiedPasskey | null> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(scope.publicUrl());
  try {
    const { verified: isValid, authenticationInfo: info } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      // The counter is compared in the update of its row, where a concurrent use is seen.
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: 0,
      },
    });
    return isValid ? { passkey, counter: info.newCounter, backedUp: info.credentialBackedUp } : null;
  } catch {
    return null;
  }
}

async function recordRefusedPasskey(
  ctx: SystemCtx,
  passkey: PasskeyRow,
  { purpose }: ChallengeTarget,
): Promise<void> {
  const owner = await accountById(ctx.tx, passkey.user_id);
  const event = purpose === 'sign_in' ? 'sign_in_failed' : 'proof_failed';
  await recordSecurityEvent(ctx, subjectOf(owner), event, 'Passkey');
}
