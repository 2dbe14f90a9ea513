import { sql } from 'kysely';
import { AppError } from '#core/errors.ts';
import type { Ctx, SystemCtx } from '#server/scope.ts';
import { recordActivity } from '../activity/commands.ts';
import { recordOwn } from '../audit/commands.ts';
import { notify } from '../notifications/commands.ts';
import { PIN_LOCK_MAX_DOUBLINGS, PIN_LOCK_MINUTES, PIN_TRIES } from './rules.ts';

/** A try that may be compared: it was counted before. `lockedUntil` is set when it is the last one. */
export type PinTry = { hash: string; left: number; lockedUntil: Date | null };

/**
 * Counts a try before anybody compares it, so that at most five wrong ones in a row are ever compared, in parallel or
 * not; the fifth locks the PIN at once. Throws 409 when no PIN is set and 423 while it is locked.
 */
export async function takeTry(ctx: SystemCtx, businessId: string): Promise<PinTry> {
  const last = sql<boolean>`(locked_until is null and failed_tries + 1 >= ${PIN_TRIES})`;
  const minutes = sql`${PIN_LOCK_MINUTES}::int * power(2, least(locks, ${PIN_LOCK_MAX_DOUBLINGS}::int))`;
  const row = await ctx.tx
    .updateTable('transaction_pins')
    .set({
      failed_tries: sql<number>`case when locked_until is null then failed_tries + 1 else 1 end`,
      locks: sql<number>`locks + case when ${last} then 1 else 0 end`,
      locked_until: sql<Date | null>`case when ${last} then ${ctx.now}::timestamptz + interval '1 minute' * ${minutes} end`,
    })
    .where('business_id', '=', businessId)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<=', ctx.now)]))
    .returning(['pin_hash', 'failed_tries', 'locked_until'])
    .executeTakeFirst();
  if (row) return { hash: row.pin_hash, left: PIN_TRIES - row.failed_tries, lockedUntil: row.locked_until };
  const locked = await ctx.tx
    .selectFrom('transaction_pins')
    .select('locked_until')
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  if (!locked) throw new AppError('pin_not_set', 'Please set a transaction PIN to withdraw funds');
  if (locked.locked_until) throw pinLocked(locked.locked_until, ctx.now);
  // Another request with the right PIN ended the lock between the two statements.
  throw new AppError('too_many_requests', 'Please try again', { retryAfterSeconds: 1 });
}

/** Forgets wrong tries and earlier locks after the right PIN. */
export async function forgetTries(ctx: SystemCtx, businessId: string): Promise<void> {
  await ctx.tx
    .updateTable('transaction_pins')
    .set({ failed_tries: 0, locks: 0, locked_until: null })
    .where('business_id', '=', businessId)
    .execute();
}

/** Records that the PIN was locked, and tells the owner. */
export async function tellOfLock(ctx: Ctx, lockedUntil: Date): Promise<void> {
  const { actor } = ctx;
  await recordActivity(ctx, actor.businessId, {
    type: 'pin_locked',
    description: 'The transaction PIN was locked after five wrong tries',
    status: 'failed',
  });
  await recordOwn(ctx, 'pin_locked', 'After five wrong tries');
  await notify(ctx, {
    key: `pin-locked:${actor.businessId}:${lockedUntil.getTime()}`,
    to: actor.email,
    letter: 'pinLocked',
    facts: { firstName: actor.firstName, minutes: minutesUntil(lockedUntil, ctx.now) },
  });
}

/** Stores a PIN. False when `replace` is not set and there is one already. */
export async function savePin(ctx: Ctx, hash: string, replace: boolean): Promise<boolean> {
  const { actor } = ctx;
  const fresh = { pin_hash: hash, failed_tries: 0, locks: 0, locked_until: null, set_at: ctx.now };
  const saved = await ctx.tx
    .insertInto('transaction_pins')
    .values({ business_id: actor.businessId, ...fresh })
    .onConflict((conflict) =>
      replace
        ? conflict.column('business_id').doUpdateSet(fresh)
        : conflict.column('business_id').doNothing(),
    )
    .returning('business_id')
    .executeTakeFirst();
  if (!saved) return false;
  await recordActivity(ctx, actor.businessId, {
    type: 'pin_set',
    description: replace ? 'The transaction PIN was changed' : 'The transaction PIN was set',
  });
  await recordOwn(ctx, replace ? 'pin_changed' : 'pin_set');
  await notify(ctx, {
    key: `pin-set:${actor.businessId}:${ctx.now.getTime()}`,
    to: actor.email,
    letter: 'pinSet',
    facts: { firstName: actor.firstName, changed: replace },
  });
  return true;
}

/** The refusal while a PIN is locked. */
export function pinLocked(until: Date, now: Date): AppError {
  const minutes = minutesUntil(until, now);
  return new AppError(
    'pin_locked',
    `Too many wrong PINs. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
    {
      retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)),
      data: { lockedUntil: until.toISOString() },
    },
  );
}

const minutesUntil = (until: Date, now: Date) =>
  Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000));
