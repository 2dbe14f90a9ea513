import type { Limit } from '#server/config/limits.ts';
import type { Db } from '#server/kernel/db.ts';
import { rateLimitSubject } from '#server/kernel/rate-limit-subject.ts';
import { limitExceeded, windowOf } from '#server/kernel/requests.ts';

/** Counts one use of a limit; throws 429 with Retry-After once it is used up. */
export type RateLimiter = (subject: string, now: Date) => Promise<void>;

type Lease = { remaining: number; next: number; full: boolean; pending: Promise<void> | null };

const MAX_LEASE = 16;
const LEASE_DIVISOR = 8;
const MAX_SUBJECTS = 50_000;

/**
 * A rate limiter for limits that nearly every call counts against, stored in the database and so shared by
 * every process. A process leases uses in advance, an eighth of what remains and at most 16: never more pass
 * than the limit allows, and at most 16 fewer for each other process with unused leases.
 */
export function createRateLimiter(db: Db, name: string, limit: Limit): RateLimiter {
  let window = 0;
  let leases = new Map<string, Lease>();
  const leaseOf = (subject: string, start: number): Lease => {
    if (start !== window || leases.size > MAX_SUBJECTS) [window, leases] = [start, new Map()];
    const lease = leases.get(subject) ?? {
      remaining: 0,
      next: leaseSize(limit.max),
      full: false,
      pending: null,
    };
    leases.set(subject, lease);
    return lease;
  };
  return async (client, now) => {
    const subject = rateLimitSubject(client);
    const start = windowOf(now, limit);
    const lease = leaseOf(subject, start.getTime());
    while (lease.remaining < 1) {
      if (lease.full) throw limitExceeded(now, start, limit);
      lease.pending ??= refillLease(db, lease, { name, subject, start, max: limit.max });
      await lease.pending;
    }
    lease.remaining -= 1;
  };
}

const leaseSize = (remaining: number) =>
  Math.min(MAX_LEASE, Math.max(1, Math.floor(remaining / LEASE_DIVISOR)));

type Counter = { name: string; subject: string; start: Date; max: number };

async function refillLease(db: Db, lease: Lease, counter: Counter): Promise<void> {
  try {
    const used =
      (await takeUses(db, counter, lease.next)) ??
      (lease.next > 1 ? await takeOne(db, lease, counter) : null);
    if (used === null) lease.full = true;
    else [lease.remaining, lease.next] = [lease.next, leaseSize(counter.max - used)];
  } finally {
    lease.pending = null;
  }
}

function takeOne(db: Db, lease: Lease, counter: Counter): Promise<number | null> {
  lease.next = 1;
  return takeUses(db, counter, 1);
}

/** Uses after `count` more; null when not as many remain. */
async function takeUses(
  db: Db,
  { name, subject, start, max }: Counter,
  count: number,
): Promise<number | null> {
  const row = await db
    .insertInto('rate_counters')
    .values({ name, subject, window_start: start, used: count })
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'subject', 'window_start'])
        .doUpdateSet((eb) => ({ used: eb('rate_counters.used', '+', count) }))
        .where((eb) => eb(eb('rate_counters.used', '+', count), '<=', max)),
    )
    .returning('used')
    .executeTakeFirst();
  return row?.used ?? null;
}
