import { sql } from 'kysely';
import { plusMs } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { AppError } from '#core/errors.ts';
import type { Ctx, SystemCtx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { notify } from '#server/modules/notifications/commands/notify.ts';
import {
  PIN_LOCK_MAX_DOUBLINGS,
  PIN_LOCK_MINUTES,
  PIN_LOCKS,
  PIN_LOCKS_DAYS,
  PIN_TRIES,
  sealingPlaces,
} from '../rules.ts';

/** A counted attempt that may be compared. `lockedUntil` is set for the last allowed one. */
export type PinAttempt = { hash: PinHash; remaining: number; lockedUntil: Date | null };

/**
 * PINs are brute-forced quickly against a stolen hash, so the hash is sealed with a key held outside the
 * database. `legacy`: peppered instead, from before hashes were sealed; `stored` is the column's value.
 */
export type PinHash = { text: string; legacy: boolean; stored: string };

/**
 * Counts an attempt before it is compared, so that at most five wrong ones in a row are compared, in parallel
 * or not; the fifth locks the PIN, the third lock within thirty days lasts for the rest of them. Null while
 * another attempt, in any process, is being compared. `releaseAttempt` frees `token`. Throws 409 without a
 * PIN and 423 while it is locked.
 */
export async function claimAttempt(
  ctx: SystemCtx,
  businessId: string,
  token: string,
): Promise<PinAttempt | null> {
  const now = sql`${ctx.now}::timestamptz`;
  const last = sql<boolean>`(locked_until is null and failed_tries + 1 >= ${PIN_TRIES})`;
  const doubled = sql`${PIN_LOCK_MINUTES}::int * power(2, least(locks, ${PIN_LOCK_MAX_DOUBLINGS}::int))`;
  const days = sql`make_interval(days => ${PIN_LOCKS_DAYS}::int)`;
  const recent = sql`array(select at from unnest(recent_locks) at where at > ${now} - ${days} order by at desc)`;
  const first = sql`(${recent})[${PIN_LOCKS - 1}::int]`;
  const row = await ctx.tx
    .updateTable('transaction_pins')
    .set({
      failed_tries: sql<number>`case when locked_until is null then failed_tries + 1 else 1 end`,
      locks: sql<number>`locks + case when ${last} then 1 else 0 end`,
      locked_until: sql<Date | null>`case when ${last} then greatest(${now} + interval '1 minute' * ${doubled}, ${first} + ${days}) end`,
      recent_locks: sql<Date[]>`case when ${last} then ${recent} || ${now} else recent_locks end`,
      checking_token: token,
      checking_until: sql<Date>`clock_timestamp() + ${CHECK_TIMEOUT}::interval`,
    })
    .where('business_id', '=', businessId)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<=', ctx.now)]))
    .where(sql<boolean>`(checking_until is null or checking_until < clock_timestamp())`)
    .returning(['pin_hash', 'failed_tries', 'locked_until'])
    .executeTakeFirst();
  if (row)
    return {
      hash: await openHash(ctx, businessId, row.pin_hash),
      remaining: PIN_TRIES - row.failed_tries,
      lockedUntil: row.locked_until,
    };
  return refuseOrWait(ctx, businessId);
}

/** Longest time a crashed comparison blocks the next one. */
const CHECK_TIMEOUT = '30 seconds';

async function refuseOrWait(ctx: SystemCtx, businessId: string): Promise<null> {
  const row = await ctx.tx
    .selectFrom('transaction_pins')
    .select(['locked_until', sql<boolean>`coalesce(checking_until > clock_timestamp(), false)`.as('busy')])
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  if (!row) throw new AppError('pin_not_set', 'Please set a transaction PIN first');
  if (row.locked_until && row.locked_until > ctx.now && !row.busy) throw pinLocked(row.locked_until, ctx.now);
  return null;
}

/** Allows the next attempt to be compared. */
export async function releaseAttempt(ctx: SystemCtx, businessId: string, token: string): Promise<void> {
  await ctx.tx
    .updateTable('transaction_pins')
    .set({ checking_until: null, checking_token: null })
    .where('business_id', '=', businessId)
    .where('checking_token', '=', token)
    .execute();
}

/** Whether a PIN was locked so often lately that setting it anew takes a code by mail. */
export async function requiresEmailCode(ctx: SystemCtx, businessId: string): Promise<boolean> {
  const row = await ctx.tx
    .selectFrom('transaction_pins')
    .select(['recent_locks', 'locked_until'])
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  if (!row?.locked_until || row.locked_until <= ctx.now) return false;
  const since = plusMs(ctx.now, -PIN_LOCKS_DAYS * DAY_MS);
  return row.recent_locks.filter((at) => at > since).length >= PIN_LOCKS;
}

/** Marks, inside the seal, a hash that was made with a pepper. */
export const PEPPERED = 'peppered ';

async function openHash(ctx: SystemCtx, businessId: string, stored: string): Promise<PinHash> {
  if (stored.startsWith('$')) return { text: stored, legacy: true, stored };
  const text = await ctx.vault.open(businessId, sealingPlaces.pinHash(businessId), stored);
  const legacy = text.startsWith(PEPPERED);
  return { text: legacy ? text.slice(PEPPERED.length) : text, legacy, stored };
}

const sealHash = (ctx: SystemCtx, businessId: string, hash: string): Promise<string> =>
  ctx.vault.seal(businessId, sealingPlaces.pinHash(businessId), hash);

/** Resets wrong attempts and locks after the right PIN; a `renewed` hash replaces the stored one. */
export async function resetAttempts(
  ctx: SystemCtx,
  businessId: string,
  { hash: { stored }, lockedUntil }: PinAttempt,
  renewed: string | null,
): Promise<void> {
  // The fifth try locks before it is compared; as it was right there was no lock.
  const locksLeft = sql<Date[]>`recent_locks[1:cardinality(recent_locks) - ${lockedUntil ? 1 : 0}::int]`;
  await ctx.tx
    .updateTable('transaction_pins')
    .set({ failed_tries: 0, locks: 0, locked_until: null, recent_locks: locksLeft })
    .where('business_id', '=', businessId)
    .execute();
  if (renewed === null) return;
  await ctx.tx
    .updateTable('transaction_pins')
    .set({ pin_hash: await sealHash(ctx, businessId, renewed) })
    .where('business_id', '=', businessId)
    .where('pin_hash', '=', stored)
    .execute();
}

/** Records a wrong PIN; notifies the owner when it locked the PIN. */
export async function recordWrongPin(ctx: Ctx, remaining: number, lockedUntil: Date | null): Promise<void> {
  await recordActorEvent(ctx, 'pin_wrong', `${remaining} left`);
  if (lockedUntil) await notifyPinLocked(ctx, lockedUntil);
}

async function notifyPinLocked(ctx: Ctx, lockedUntil: Date): Promise<void> {
  const { actor } = ctx;
  recordActivity(ctx, actor.businessId, {
    type: 'pin_locked',
    description: 'The transaction PIN was locked after five wrong tries',
    status: 'failed',
  });
  await recordActorEvent(ctx, 'pin_locked', 'After five wrong tries');
  await notify(ctx, {
    key: `pin-locked:${actor.businessId}:${lockedUntil.getTime()}`,
    to: actor.email,
    template: 'pinLocked',
    facts: { firstName: actor.firstName, minutes: minutesUntil(lockedUntil, ctx.now) },
  });
}

/** Stores a PIN, and when that was, where the one before it was not known. False when `replace` is not set and there is one already. */
export async function savePin(
  ctx: Ctx,
  hash: string,
  { replace, currentPinVerified }: { replace: boolean; currentPinVerified: boolean },
): Promise<boolean> {
  const { actor } = ctx;
  const sealed = await sealHash(ctx, actor.businessId, hash);
  const fresh = {
    pin_hash: sealed,
    failed_tries: 0,
    locks: 0,
    locked_until: null,
    recent_locks: [],
    set_at: ctx.now,
  };
  const reset = replace && !currentPinVerified ? { reset_at: ctx.now } : {};
  const saved = await ctx.tx
    .insertInto('transaction_pins')
    .values({ business_id: actor.businessId, ...fresh })
    .onConflict((conflict) =>
      replace
        ? conflict.column('business_id').doUpdateSet({ ...fresh, ...reset })
        : conflict.column('business_id').doNothing(),
    )
    .returning('business_id')
    .executeTakeFirst();
  if (!saved) return false;
  recordActivity(ctx, actor.businessId, {
    type: 'pin_set',
    description: replace ? 'The transaction PIN was changed' : 'The transaction PIN was set',
  });
  await recordActorEvent(
    ctx,
    replace ? 'pin_changed' : 'pin_set',
    'reset_at' in reset ? 'Without the one before' : '',
  );
  await notify(ctx, {
    key: `pin-set:${actor.businessId}:${ctx.now.getTime()}`,
    to: actor.email,
    template: 'pinSet',
    facts: { firstName: actor.firstName, changed: replace, reset: 'reset_at' in reset },
  });
  return true;
}

/** The refusal while a PIN is locked. */
export function pinLocked(until: Date, now: Date): AppError {
  const minutes = minutesUntil(until, now);
  const retryHint = `Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  const resetHint = 'Set a new one: it takes your password and a code we send you';
  return new AppError(
    'pin_locked',
    `Too many wrong PINs. ${minutes > MINUTES_PER_DAY ? resetHint : retryHint}`,
    {
      retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)),
      data: { lockedUntil: until.toISOString() },
    },
  );
}

/** Only the third lock within thirty days is that long. */
const MINUTES_PER_DAY = 24 * 60;

const minutesUntil = (until: Date, now: Date) =>
  Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000));
