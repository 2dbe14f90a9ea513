import { createHmac } from 'node:crypto';
import { AppError, fieldError } from '#core/errors.ts';
import { isEasyPin } from '#core/weak-secrets.ts';
import { hashSecret, secretMatches } from '#server/hashing.ts';
import type { Sealer } from '#server/sealing.ts';
import type { Scope } from '#server/scope.ts';
import { passwordMatches } from '../identity/flows.ts';
import { forgetTries, pinLocked, savePin, takeTry, tellOfLock } from './pin.ts';
import { profileOf } from './queries.ts';

/** Sets the transaction PIN. Changing one needs the password; a PIN that is easily guessed is refused. */
export async function setPin(
  scope: Scope,
  input: { pin: string; password?: string | undefined },
): Promise<void> {
  if (isEasyPin(input.pin)) throw fieldError('pin', 'Choose a PIN that is harder to guess');
  const { pinSet } = await profileOf(scope.db, scope.actor.businessId);
  if (pinSet) await requirePassword(scope, input.password);
  const hash = await hashSecret(pepper(scope.sealer, scope.actor.businessId, input.pin));
  const saved = await scope.transact((ctx) => savePin(ctx, hash, pinSet));
  if (!saved) throw passwordNeeded();
}

// Never 401: that would end the session of somebody who mistyped.
async function requirePassword(scope: Scope, password: string | undefined): Promise<void> {
  if (!password) throw passwordNeeded();
  if (!(await passwordMatches(scope, scope.actor.email, password)))
    throw fieldError('password', 'That is not your password');
}

const passwordNeeded = () => fieldError('password', 'Enter your password to change your PIN');

/**
 * Checks the transaction PIN of the actor's business. Throws `pin_not_set`, `incorrect_pin` with `triesLeft`, or
 * `pin_locked`. Call it before the transaction it protects: its own counting must stand whatever follows.
 */
export async function checkPin(scope: Scope, pin: string): Promise<void> {
  const { businessId } = scope.actor;
  const { hash, left, lockedUntil } = await scope.transact((ctx) => takeTry(ctx, businessId));
  if (await secretMatches(hash, pepper(scope.sealer, businessId, pin)))
    return scope.transact((ctx) => forgetTries(ctx, businessId));
  if (!lockedUntil) throw new AppError('incorrect_pin', wrongPin(left), { data: { triesLeft: left } });
  await scope.transact((ctx) => tellOfLock(ctx, lockedUntil));
  throw pinLocked(lockedUntil, scope.now);
}

const wrongPin = (left: number) => `Incorrect PIN. ${left} ${left === 1 ? 'try' : 'tries'} left`;

// Ten thousand PINs are soon tried against a stolen hash; not without this key, which the database does not hold.
function pepper(sealer: Sealer, businessId: string, pin: string): string {
  return createHmac('sha256', sealer.derive('pin-pepper')).update(`${businessId}:${pin}`).digest('base64url');
}
