import ipaddr from 'ipaddr.js';
import { plusMs } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import type { Limit } from '#server/config/limits.ts';
import type { Db } from './db.ts';
import type { SystemScope } from './scope.ts';

/**
 * Consumes one use of a limit and returns the count; throws 429 with Retry-After once the window is full. A
 * refusal is not counted, so that releasing what was let through leaves nothing behind.
 */
export async function consumeLimit(
  db: Db,
  name: string,
  limit: Limit,
  subject: string,
  now: Date,
): Promise<number> {
  const used = await addUses(db, counterOf(name, limit, subject, now), 1);
  if (used === null) throw limitExceeded(limit, now);
  return used;
}

/** The same where a refusal is nobody's error: whether a use was left. */
export async function mayUse(
  db: Db,
  name: string,
  limit: Limit,
  subject: string,
  now: Date,
): Promise<boolean> {
  return (await addUses(db, counterOf(name, limit, subject, now), 1)) !== null;
}

/** Counts an upload for the address it came from and for the business, whichever call it came with. */
export async function countUpload(scope: SystemScope, businessId: string): Promise<void> {
  const { uploads, uploadsOfBusiness } = scope.config.limits;
  await consumeLimit(scope.db, 'uploads', uploads, scope.clientAddress, scope.now);
  await consumeLimit(scope.db, 'uploadsOfBusiness', uploadsOfBusiness, businessId, scope.now);
}

/** Releases one use that turned out not to count. */
export async function releaseLimit(
  db: Db,
  name: string,
  limit: Limit,
  subject: string,
  now: Date,
): Promise<void> {
  const counter = counterOf(name, limit, subject, now);
  await db
    .updateTable('rate_counters')
    .set((eb) => ({ used: eb('used', '-', 1) }))
    .where('name', '=', name)
    .where('subject', '=', counter.subject)
    .where('window_start', '=', counter.start)
    .where('used', '>', 0)
    .execute();
}

/** Throws when a limit is already used up, without counting. */
export async function refuseIfExhausted(
  db: Db,
  name: string,
  limit: Limit,
  subject: string,
  now: Date,
): Promise<void> {
  if ((await usesOf(db, counterOf(name, limit, subject, now))) >= limit.max) throw limitExceeded(limit, now);
}

/** Whether anything was counted against a limit in this window. */
export async function wasCounted(
  db: Db,
  name: string,
  limit: Limit,
  subject: string,
  now: Date,
): Promise<boolean> {
  return (await usesOf(db, counterOf(name, limit, subject, now))) > 0;
}

/** Consumes one use of a limit; throws 429 with Retry-After once it is used up. */
export type RateLimiter = (subject: string, now: Date) => Promise<void>;

type Lease = { remaining: number; size: number; exhausted: boolean; pending: Promise<void> | null };

const MAX_LEASE = 16;
const LEASE_DIVISOR = 8;
const MAX_SUBJECTS = 50_000;

/**
 * Rate limiter for limits that nearly every call counts against. A process leases uses in advance, an eighth
 * of what remains and at most 16: never more pass than the limit allows, and at most 16 fewer for each other
 * process with unused leases.
 */
export function createRateLimiter(db: Db, name: string, limit: Limit): RateLimiter {
  let window = 0;
  let leases = new Map<string, Lease>();
  const leaseOf = ({ subject, start }: Counter): Lease => {
    if (start.getTime() !== window || leases.size > MAX_SUBJECTS)
      [window, leases] = [start.getTime(), new Map()];
    const lease = leases.get(subject) ?? {
      remaining: 0,
      size: leaseSize(limit.max),
      exhausted: false,
      pending: null,
    };
    leases.set(subject, lease);
    return lease;
  };
  return async (subject, now) => {
    const counter = counterOf(name, limit, subject, now);
    const lease = leaseOf(counter);
    while (lease.remaining < 1) {
      if (lease.exhausted) throw limitExceeded(limit, now);
      lease.pending ??= refill(db, lease, counter).finally(() => {
        lease.pending = null;
      });
      await lease.pending;
    }
    lease.remaining -= 1;
  };
}

const leaseSize = (remaining: number) =>
  Math.min(MAX_LEASE, Math.max(1, Math.floor(remaining / LEASE_DIVISOR)));

async function refill(db: Db, lease: Lease, counter: Counter): Promise<void> {
  for (const cost of new Set([lease.size, 1])) {
    const used = await addUses(db, counter, cost);
    if (used === null) continue;
    lease.remaining = cost;
    lease.size = leaseSize(counter.max - used);
    return;
  }
  lease.exhausted = true;
}

/** One subject's use of one limit in one window. */
type Counter = { name: string; subject: string; start: Date; max: number };

const counterOf = (name: string, limit: Limit, subject: string, now: Date): Counter => ({
  name,
  subject: rateLimitSubject(subject),
  start: windowOf(limit, now),
  max: limit.max,
});

/** The count after `cost` more uses; null when not as many remain, and then none is counted. */
async function addUses(db: Db, { name, subject, start, max }: Counter, cost: number): Promise<number | null> {
  const row = await db
    .insertInto('rate_counters')
    .values({ name, subject, window_start: start, used: cost })
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'subject', 'window_start'])
        .doUpdateSet((eb) => ({ used: eb('rate_counters.used', '+', cost) }))
        .where((eb) => eb(eb('rate_counters.used', '+', cost), '<=', max)),
    )
    .returning('used')
    .executeTakeFirst();
  return row?.used ?? null;
}

async function usesOf(db: Db, { name, subject, start }: Counter): Promise<number> {
  const row = await db
    .selectFrom('rate_counters')
    .select('used')
    .where('name', '=', name)
    .where('subject', '=', subject)
    .where('window_start', '=', start)
    .executeTakeFirst();
  return row?.used ?? 0;
}

const windowOf = ({ windowMs }: Limit, now: Date): Date => plusMs(now, -(now.getTime() % windowMs));

function limitExceeded(limit: Limit, now: Date): AppError {
  const remainingMs = windowOf(limit, now).getTime() + limit.windowMs - now.getTime();
  return tooManyRequests(Math.max(1, Math.ceil(remainingMs / 1000)));
}

/** The 429 refusal, with the seconds until another try is worth it. */
export const tooManyRequests = (retryAfterSeconds: number): AppError =>
  new AppError('too_many_requests', 'Too many requests. Please wait a moment and try again', {
    retryAfterSeconds,
  });

/** Purges counters of past windows. */
export async function purgeOldCounters(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('rate_counters').where('window_start', '<', before).execute();
}

const PREFIX_BITS = 64;

/**
 * Subject of a counter for an address: an IPv6 client usually holds a whole /64, so that prefix counts. Parts
 * of a subject that are no such address stay as they are.
 */
export function rateLimitSubject(subject: string): string {
  if (!subject.includes(':')) return subject;
  return subject.split(' ').map(networkOf).join(' ');
}

function networkOf(part: string): string {
  const address = part.split('%')[0] ?? part;
  if (!ipaddr.IPv6.isValid(address)) return part;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const bytes = parsed.toByteArray().map((byte, at) => (at < PREFIX_BITS / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${PREFIX_BITS}`;
}
