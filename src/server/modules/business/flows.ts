import { createHmac } from 'node:crypto';
import { AppError, fieldError } from '#core/errors.ts';
import { isEasyPin } from '#core/weak-secrets.ts';
import { hashSecret, secretMatches } from '#server/crypto/hashing.ts';
import { spend } from '#server/kernel/requests.ts';
import type { Scope } from '#server/kernel/scope.ts';
import type { Sealer } from '#server/kernel/sealing.ts';
import { revokeOthers } from '#server/modules/identity/commands/sessions.ts';
import { sendProofCode, useProofCode } from '#server/modules/identity/commands/step-up.ts';
import { countingProofs, provePassword, requireProof } from '#server/modules/identity/flows/step-up.ts';
import { accountById } from '#server/modules/identity/queries.ts';
import { MAILED_CODES } from '#server/modules/identity/rules/proof.ts';
import { inPinTurn } from './flows/pin-turn.ts';
import { forgetTries, needsCode, type PinHash, pinLocked, recordWrong, savePin } from './pin.ts';
import { profileOf } from './queries.ts';

type NewPin = {
  pin: string;
  password?: string | undefined;
  currentPin?: string | undefined;
  code?: string | undefined;
};

/**
 * Sets the transaction PIN; easily guessed ones are rejected. The first PIN needs step-up, a change needs the
 * password. Without the current PIN, withdrawals go only to known accounts for a day (`pinResetAt`) and every
 * other session ends.
 */
export async function setPin(scope: Scope, input: NewPin): Promise<void> {
  if (isEasyPin(input.pin)) throw fieldError('pin', 'Choose a PIN that is harder to guess');
  const { pinSet } = await profileOf(scope.db, scope.actor.businessId);
  if (pinSet) await requireChange(scope, input.password);
  else await requireProof(scope, input.password);
  if (pinSet) await requireMailedCode(scope, input.code);
  const knowsIt = pinSet && input.currentPin !== undefined;
  if (knowsIt) await checkPin(scope, input.currentPin ?? '');
  const hash = await hashSecret(withBusiness(scope.actor.businessId, input.pin));
  const saved = await scope.transact(async (ctx) => {
    if (pinSet && !knowsIt) await revokeOthers(ctx);
    return savePin(ctx, hash, { replace: pinSet, knowsIt });
  });
  if (!saved) throw passwordNeeded();
}

// Never 401: that would end the session of somebody who mistyped.
async function requireChange(scope: Scope, password: string | undefined): Promise<void> {
  const { password_hash: hash } = await accountById(scope.db, scope.actor.userId);
  if (hash === null) return void (await requireProof(scope));
  if (!password) throw passwordNeeded();
  await provePassword(scope, password);
}

/** Requires an e-mailed code after three locks: an attacker may know the password. */
async function requireMailedCode(scope: Scope, code: string | undefined): Promise<void> {
  const { businessId, userId } = scope.actor;
  if (!(await scope.transact((ctx) => needsCode(ctx, businessId)))) return;
  if (code) return countingProofs(scope, () => scope.transact((ctx) => useProofCode(ctx, code)));
  await spend(scope.db, 'proof-code', MAILED_CODES, userId, scope.now);
  await scope.transact(sendProofCode);
  throw fieldError('code', 'We have sent a code to your address. Enter it too');
}

const passwordNeeded = () => fieldError('password', 'Enter your password to change your PIN');

/**
 * Checks the transaction PIN of the actor's business. Throws `pin_not_set`, `incorrect_pin` with `triesLeft`, or
 * `pin_locked`. Call it before the transaction it protects: its own counting must stand whatever follows.
 */
export async function checkPin(scope: Scope, pin: string): Promise<void> {
  const { businessId } = scope.actor;
  await inPinTurn(scope, async (taken) => {
    const { hash, left, lockedUntil } = taken;
    if (await isRight(scope, hash, pin)) {
      const renewed = hash.old ? await hashSecret(withBusiness(businessId, pin)) : null;
      return scope.transact((ctx) => forgetTries(ctx, businessId, taken, renewed));
    }
    await scope.transact((ctx) => recordWrong(ctx, left, lockedUntil));
    if (!lockedUntil) throw new AppError('incorrect_pin', wrongPin(left), { data: { triesLeft: left } });
    throw pinLocked(lockedUntil, scope.now);
  });
}

const wrongPin = (left: number) => `Incorrect PIN. ${left} ${left === 1 ? 'try' : 'tries'} left`;

const isRight = ({ sealer, actor }: Scope, { text, old }: PinHash, pin: string): Promise<boolean> => {
  const typed = withBusiness(actor.businessId, pin);
  return secretMatches(text, old ? peppered(sealer, typed) : typed);
};

const withBusiness = (businessId: string, pin: string) => `${businessId}:${pin}`;

// Legacy pepper of PIN hashes, from before the hash itself was sealed.
const peppered = (sealer: Sealer, typed: string): string =>
  createHmac('sha256', sealer.lasting('pin-pepper')).update(typed).digest('base64url');
