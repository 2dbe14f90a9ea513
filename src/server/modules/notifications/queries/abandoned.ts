import { sql } from 'kysely';
import { plusMs } from '#core/dates.ts';
import { HOUR_MS } from '#core/durations.ts';
import type { Db } from '#server/kernel/db.ts';

/** Longer than any pause between two attempts. */
const SENDING_MS = 2 * HOUR_MS;
/** Longer than a message is tried, with the pauses between. */
const QUEUED_MS = 24 * HOUR_MS;
/** Reminders also wait for the end of quiet hours and of weekends. */
const REMINDER_MS = 5 * 24 * HOUR_MS;
const AT_ONCE = 500;

/** A message nobody works on any more. */
export type Abandoned = { key: string; state: 'queued' | 'sending' };

/** Messages whose work was lost or given up before they were sent, or while they were; the oldest first. */
export async function abandonedMessages(db: Db, now: Date): Promise<Abandoned[]> {
  const { rows } = await sql<Abandoned>`
    select key, state from messages where state = 'sending' and claimed_at <= ${plusMs(now, -SENDING_MS)}
    union all
    select key, state from messages where state = 'queued'
      and greatest(created_at, claimed_at) <= (case when kind in ('invoiceReminder', 'promiseDue')
        then ${plusMs(now, -REMINDER_MS)}::timestamptz else ${plusMs(now, -QUEUED_MS)}::timestamptz end)
      and created_at <= ${plusMs(now, -QUEUED_MS)}
    limit ${sql.lit(AT_ONCE)}`.execute(db);
  return [...rows];
}
