import type { Limit } from '#server/config/limits.ts';
import type { Db } from '#server/kernel/db.ts';
import { addressSubject } from '#server/kernel/rate-limit-subject.ts';
import { tooMany, windowOf } from '#server/kernel/requests.ts';

/** Counts one use of a limit; throws 429 with Retry-After once it is used up. */
export type Meter = (subject: string, now: Date) => Promise<void>;

type Lease = { left: number; next: number; full: boolean; asking: Promise<void> | null };

const MOST_AT_ONCE = 16;
const SHARE = 8;
const MOST_SUBJECTS = 50_000;

/**
 * A rate limiter for limits that nearly every call counts against, stored in the database and so shared by
 * every process. A process leases uses in advance, an eighth of what remains and at most 16: never more pass
 * than the limit allows, and at most 16 fewer for each other process with unused leases.
 */
export function createMeter(db: Db, name: string, limit: Limit): Meter {
  let window = 0;
  let leases = new Map<string, Lease>();
  const leaseOf = (subject: string, start: number): Lease => {
    if (start !== window || leases.size > MOST_SUBJECTS) [window, leases] = [start, new Map()];
    const lease = leases.get(subject) ?? { left: 0, next: shareOf(limit.max), full: false, asking: null };
    leases.set(subject, lease);
    return lease;
  };
  return async (who, now) => {
    const subject = addressSubject(who);
    const start = windowOf(now, limit);
    const lease = leaseOf(subject, start.getTime());
    while (lease.left < 1) {
      if (lease.full) throw tooMany(now, start, limit);
      lease.asking ??= takeMore(db, lease, { name, subject, start, max: limit.max });
      await lease.asking;
    }
    lease.left -= 1;
  };
}

const shareOf = (left: number) => Math.min(MOST_AT_ONCE, Math.max(1, Math.floor(left / SHARE)));

type Counter = { name: string; subject: string; start: Date; max: number };

async function takeMore(db: Db, lease: Lease, counter: Counter): Promise<void> {
  try {
    const used =
      (await take(db, counter, lease.next)) ?? (lease.next > 1 ? await takeLast(db, lease, counter) : null);
    if (used === null) lease.full = true;
    else [lease.left, lease.next] = [lease.next, shareOf(counter.max - used)];
  } finally {
    lease.asking = null;
  }
}

function takeLast(db: Db, lease: Lease, counter: Counter): Promise<number | null> {
  lease.next = 1;
  return take(db, counter, 1);
}

/** Uses after `count` more; null when not as many remain. */
async function take(db: Db, { name, subject, start, max }: Counter, some: number): Promise<number | null> {
  const row = await db
    .insertInto('rate_counters')
    .values({ name, subject, window_start: start, used: some })
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'subject', 'window_start'])
        .doUpdateSet((eb) => ({ used: eb('rate_counters.used', '+', some) }))
        .where((eb) => eb(eb('rate_counters.used', '+', some), '<=', max)),
    )
    .returning('used')
    .executeTakeFirst();
  return row?.used ?? null;
}
