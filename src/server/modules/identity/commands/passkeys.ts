import { plusMs } from '#core/dates.ts';
import { AppError, notFound } from '#core/errors.ts';
import { newId, newToken } from '#core/ids.ts';
import { violates } from '#server/kernel/db.ts';
import type { Ctx, SystemCtx } from '#server/kernel/scope.ts';
import { recordActorEvent, recordSecurityEvent } from '#server/modules/audit/commands.ts';
import { notify } from '#server/modules/notifications/commands/notify.ts';
import { accountById } from '../queries/accounts.ts';
import { CHALLENGE_MS, MAX_PASSKEYS } from '../rules/passkeys.ts';
import { subjectOf, tokenHash } from '../rules/tokens.ts';
import type { PasskeyChallengeRow, PasskeyRow } from '../table.ts';

/** Purpose and user of a challenge; at sign-in the user is not known yet. */
export type ChallengeTarget =
  | { purpose: 'sign_in' }
  | { purpose: 'register' | 'step_up'; userId: string; sessionId: string };

const columnsOf = (
  target: ChallengeTarget,
): Pick<PasskeyChallengeRow, 'purpose' | 'user_id' | 'session_id'> =>
  target.purpose === 'sign_in'
    ? { purpose: target.purpose, user_id: null, session_id: null }
    : { purpose: target.purpose, user_id: target.userId, session_id: target.sessionId };

/** Makes a challenge that can be answered once and soon. */
export async function newChallenge(ctx: SystemCtx, target: ChallengeTarget): Promise<string> {
  const challenge = newToken();
  await ctx.tx.deleteFrom('passkey_challenges').where('expires_at', '<=', ctx.now).execute();
  await ctx.tx
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: tokenHash(challenge),
      ...columnsOf(target),
      expires_at: plusMs(ctx.now, CHALLENGE_MS),
    })
    .execute();
  return challenge;
}

/** Consumes a challenge. False for one that is unknown, used or expired. */
export async function useChallenge(
  ctx: SystemCtx,
  challenge: string,
  target: ChallengeTarget,
): Promise<boolean> {
  const { purpose, user_id, session_id } = columnsOf(target);
  const used = await ctx.tx
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', tokenHash(challenge))
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', user_id)
    .where('session_id', 'is not distinct from', session_id)
    .where('expires_at', '>', ctx.now)
    .returning('challenge_hash')
    .executeTakeFirst();
  return used !== undefined;
}

export type CheckedPasskey = Pick<
  PasskeyRow,
  'credential_id' | 'public_key' | 'counter' | 'transports' | 'backed_up' | 'name'
>;

/** Stores a verified passkey and notifies the owner. Throws 409 for a known one, or one too many. */
export async function savePasskey(ctx: Ctx, passkey: CheckedPasskey): Promise<PasskeyRow> {
  const { actor } = ctx;
  await ctx.tx.selectFrom('users').select('id').where('id', '=', actor.userId).forUpdate().execute();
  const { count } = await ctx.tx
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_PASSKEYS)
    throw new AppError('conflict', `Keep at most ${MAX_PASSKEYS} passkeys. Remove one first`);
  const row = await insertPasskey(ctx, passkey);
  await recordActorEvent(ctx, 'passkey_added', row.name);
  await notifyPasskeyOwner(ctx, 'passkeyAdded', row);
  return row;
}

async function insertPasskey(ctx: Ctx, passkey: CheckedPasskey): Promise<PasskeyRow> {
  const fresh = { suspended_at: null, created_at: ctx.now, last_used_at: null };
  try {
    return await ctx.tx
      .insertInto('passkeys')
      .values({ id: newId('psk', ctx.now), user_id: ctx.actor.userId, ...passkey, ...fresh })
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (violates(error, 'passkeys_credential_id_key'))
      throw new AppError('already_exists', 'This passkey is kept already');
    throw error;
  }
}

/** Gives a passkey another name. Throws 404 for another person's. */
export async function renamePasskey(ctx: Ctx, id: string, name: string): Promise<PasskeyRow> {
  const renamed = await ctx.tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', ctx.actor.userId)
    .returningAll()
    .executeTakeFirst();
  if (!renamed) throw notFound('passkey');
  return renamed;
}

/** Removes a passkey, and tells the owner. Throws 404 for another person's. */
export async function removePasskey(ctx: Ctx, id: string): Promise<void> {
  const removed = await ctx.tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', ctx.actor.userId)
    .returning(['id', 'name', 'user_id'])
    .executeTakeFirst();
  if (!removed) throw notFound('passkey');
  await recordActorEvent(ctx, 'passkey_removed', removed.name);
  await notifyPasskeyOwner(ctx, 'passkeyRemoved', removed);
}

/** Deletes every passkey of an account. */
export async function deletePasskeys(ctx: SystemCtx, userId: string): Promise<void> {
  await ctx.tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

/**
 * Records a use. False when the signature counter did not increase, which means a cloned authenticator.
 * Authenticators without a counter always report 0.
 */
export async function recordPasskeyUse(
  ctx: SystemCtx,
  passkey: PasskeyRow,
  used: { counter: number; backedUp: boolean },
): Promise<boolean> {
  const updated = await ctx.tx
    .updateTable('passkeys')
    .set({ counter: used.counter, backed_up: used.backedUp, last_used_at: ctx.now })
    .where('id', '=', passkey.id)
    .where('suspended_at', 'is', null)
    .where((eb) => (used.counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', used.counter)))
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Suspends a cloned passkey and notifies the owner. */
export async function suspendPasskey(ctx: SystemCtx, passkey: PasskeyRow): Promise<void> {
  const suspended = await ctx.tx
    .updateTable('passkeys')
    .set({ suspended_at: ctx.now })
    .where('id', '=', passkey.id)
    .where('suspended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!suspended) return;
  const owner = await accountById(ctx.tx, passkey.user_id);
  await recordSecurityEvent(ctx, subjectOf(owner), 'passkey_suspended', passkey.name);
  await notifyPasskeyOwner(ctx, 'passkeySuspended', passkey);
}

type PasskeyTemplate = 'passkeyAdded' | 'passkeyRemoved' | 'passkeySuspended';

async function notifyPasskeyOwner(
  ctx: SystemCtx,
  template: PasskeyTemplate,
  { id, name, user_id }: Pick<PasskeyRow, 'id' | 'name' | 'user_id'>,
): Promise<void> {
  const { email, first_name: firstName } = await accountById(ctx.tx, user_id);
  await notify(ctx, { key: `${template}:${id}`, to: email, template, facts: { firstName, name } });
}
