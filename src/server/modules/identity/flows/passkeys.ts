import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type * as z from 'zod/mini';
import type { newPasskey, usedPasskey } from '#contract/passkeys.ts';
import { AppError } from '#core/errors.ts';
import type { Ctx, Scope, SystemCtx, SystemScope } from '#server/kernel/scope.ts';
import { recordSecurity } from '#server/modules/audit/commands.ts';
import {
  type Asked,
  keepPasskey,
  newChallenge,
  noteUse,
  suspendPasskey,
  useChallenge,
} from '../commands/passkeys.ts';
import { type SignedIn, signIn } from '../commands/sessions.ts';
import { accountById } from '../queries.ts';
import { passkeyByCredential, passkeysOf, usablePasskeysOf } from '../queries/passkeys.ts';
import { subjectOf } from '../rules.ts';
import {
  ALGORITHMS,
  challengeIn,
  handleOf,
  makingOptions,
  relyingParty,
  signingOptions,
} from '../rules/passkeys.ts';
import type { PasskeyRow } from '../table.ts';
import { requireProof } from './step-up.ts';

type Made = z.output<typeof newPasskey>;
type Used = z.output<typeof usedPasskey>;
/** A verified passkey with the counter and backup state its authenticator reported. */
export type Checked = { passkey: PasskeyRow; counter: number; backedUp: boolean };

export const passkeyRefused = () =>
  new AppError('passkey_refused', 'This passkey opens nothing here. Please try another way');

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
  return makingOptions(scope.publicUrl(), challenge, owner, await passkeysOf(scope.db, userId));
}

/** Stores a new passkey. Throws 422 for one made for another origin, user or challenge. */
export async function addPasskey(scope: Scope, name: string, made: Made): Promise<PasskeyRow> {
  const { userId, sessionId } = scope.actor;
  const challenge = challengeIn(made.response.clientDataJSON);
  const asked = { purpose: 'register', userId, sessionId } as const;
  if (!(await scope.transact((ctx) => useChallenge(ctx, challenge, asked)))) throw passkeyRefused();
  const info = await registrationOf(scope, made, challenge);
  if (!info) throw passkeyRefused();
  const { credential } = info;
  return scope.transact((ctx) =>
    keepPasskey(ctx, {
      name,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: (made.response.transports ?? []).join(','),
      backed_up: info.credentialBackedUp,
    }),
  );
}

async function registrationOf(scope: Scope, made: Made, expectedChallenge: string) {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(scope.publicUrl());
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: made,
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
  return signingOptions(scope.publicUrl(), challenge);
}

/**
 * Signs in by a discoverable passkey. With user verification by the authenticator, no two-factor code is
 * needed.
 */
export async function signInByPasskey(scope: SystemScope, used: Used, browser: string): Promise<SignedIn> {
  const checked = await checkUse(scope, used, { purpose: 'sign_in' });
  const { config } = scope;
  const signedIn = await scope.transactAsSystem(async (ctx) => {
    if (!(await noteUse(ctx, checked.passkey, checked))) return null;
    const account = await accountById(ctx.tx, checked.passkey.user_id);
    return signIn(ctx, account, { config, browser }, 'passkey');
  });
  return signedIn ?? refuseCopy(scope, checked.passkey);
}

/** WebAuthn options for step-up with one of the actor's passkeys. */
export async function beginProofByPasskey(scope: Scope) {
  const { userId, sessionId } = scope.actor;
  const passkeys = await usablePasskeysOf(scope.db, userId);
  if (passkeys.length === 0) throw new AppError('conflict', 'You have no passkey here');
  const challenge = await scope.transact((ctx) =>
    newChallenge(ctx, { purpose: 'step_up', userId, sessionId }),
  );
  return signingOptions(scope.publicUrl(), challenge, passkeys);
}

/** Runs a command once the actor's own passkey was right. */
export async function provenByPasskey<T>(
  scope: Scope,
  used: Used,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const { userId, sessionId } = scope.actor;
  const checked = await checkUse(scope, used, { purpose: 'step_up', userId, sessionId });
  const done = await scope.transact(async (ctx) =>
    (await noteUse(ctx, checked.passkey, checked)) ? { result: await work(ctx) } : null,
  );
  return done ? done.result : refuseCopy(scope, checked.passkey);
}

async function refuseCopy(scope: SystemScope, passkey: PasskeyRow): Promise<never> {
  await scope.transactAsSystem((ctx) => suspendPasskey(ctx, passkey));
  throw passkeyRefused();
}

/**
 * Verifies an assertion: an unused challenge of ours, at our origin, by a passkey of this account, with user
 * verification. Throws `passkey_refused`; the challenge is used up in any case.
 */
async function checkUse(scope: SystemScope, used: Used, asked: Asked): Promise<Checked> {
  const challenge = challengeIn(used.response.clientDataJSON);
  if (!(await scope.transactAsSystem((ctx) => useChallenge(ctx, challenge, asked)))) throw passkeyRefused();
  const passkey = await passkeyByCredential(scope.db, used.id);
  if (!passkey || !isFor(passkey, used, asked)) throw passkeyRefused();
  const checked = await verified(scope, passkey, used, challenge);
  if (checked) return checked;
  await scope.transactAsSystem((ctx) => noteRefused(ctx, passkey, asked));
  throw passkeyRefused();
}

function isFor(passkey: PasskeyRow, used: Used, asked: Asked): boolean {
  const { userHandle } = used.response;
  if (asked.purpose !== 'sign_in' && passkey.user_id !== asked.userId) return false;
  // At sign-in the user handle identifies the account; for a known user an authenticator may omit it.
  if (userHandle === undefined) return asked.purpose !== 'sign_in';
  return userHandle === handleOf(passkey.user_id);
}

async function verified(
  scope: SystemScope,
  passkey: PasskeyRow,
  response: Used,
  expectedChallenge: string,
): Promise<Checked | null> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(scope.publicUrl());
  try {
    const { verified: right, authenticationInfo: info } = await verifyAuthenticationResponse({
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
    return right ? { passkey, counter: info.newCounter, backedUp: info.credentialBackedUp } : null;
  } catch {
    return null;
  }
}

async function noteRefused(ctx: SystemCtx, passkey: PasskeyRow, { purpose }: Asked): Promise<void> {
  const owner = await accountById(ctx.tx, passkey.user_id);
  const event = purpose === 'sign_in' ? 'sign_in_failed' : 'proof_failed';
  await recordSecurity(ctx, subjectOf(owner), event, 'Passkey');
}
