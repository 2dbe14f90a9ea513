import { type Selectable, sql } from 'kysely';
import { plusMs } from '#core/dates.ts';
import type { Database, Db } from '#server/kernel/db.ts';
import { lockBusiness, type SystemCtx, type SystemScope } from '#server/kernel/scope.ts';

/** Tables whose rows wait for a provider's answer, by the column that counts the polls. */
const pollCount = {
  withdrawals: 'tries',
  refunds: 'tries',
  card_charges: 'tries',
  checkouts: 'poll_count',
} as const;
type Polled = keyof typeof pollCount;
/** Those that are sent to the provider first: `pending` until then. */
type Sent = Exclude<Polled, 'checkouts'>;
type Row<T extends Polled> = Selectable<Database[T]>;

/** One process polls at a time; after this it is taken to have died. */
const LEASE_MS = 120_000;
/** Something pending for longer has lost its job. */
const JOB_LOST_MS = 120_000;
const BATCH = 100;

/** Rows whose poll is due, the longest waiting first, then pending ones whose job was lost: those wait while payouts are stopped. */
export async function duePolls(db: Db, table: Polled, now: Date): Promise<{ reference: string }[]> {
  const { rows } = await sql<{ reference: string }>`select reference from ${sql.table(table)}
    where next_poll_at <= ${now} ${unsent(table, now)} order by next_poll_at, reference limit ${sql.lit(BATCH)}`.execute(
    db,
  );
  return rows;
}

// Charges have no job: they wait for their hour.
function unsent(table: Polled, now: Date) {
  if (table === 'checkouts') return sql``;
  return table === 'card_charges'
    ? sql`or (status = 'pending' and next_try_at <= ${now})`
    : sql`or (status = 'pending' and updated_at < ${plusMs(now, -JOB_LOST_MS)})`;
}

/** Marks a pending row as sent. Null when it already is, so that only one caller sends it. */
export async function claimSend<T extends Sent>(
  { tx, now }: SystemCtx,
  table: T,
  reference: string,
): Promise<Row<T> | null> {
  const { rows } = await sql<Row<T>>`update ${sql.table(table)}
    set status = 'processing', sent_at = ${now}, updated_at = ${now}, next_poll_at = ${plusMs(now, LEASE_MS)}
    where reference = ${reference} and status = 'pending' returning *`.execute(tx);
  return rows[0] ?? null;
}

/** A sent row behind the lock of its business; null when the reference is none of ours. */
export async function lockSent<T extends Sent>(
  { tx }: SystemCtx,
  table: T,
  reference: string,
): Promise<Row<T> | null> {
  const found = sql`from ${sql.table(table)} where reference = ${reference}`;
  const known = await sql<{ business_id: string }>`select business_id ${found}`.execute(tx);
  if (!known.rows[0]) return null;
  await lockBusiness(tx, known.rows[0].business_id);
  // Also against a poll, which is claimed without the business.
  const { rows } = await sql<Row<T>>`select * ${found} for update`.execute(tx);
  return rows[0] ?? null;
}

/** Takes the poll that is due; null when it is not due or another process has it. */
export async function claimPoll<T extends Polled>(
  { tx, now }: SystemCtx,
  table: T,
  reference: string,
): Promise<Row<T> | null> {
  const { rows } = await sql<Row<T>>`update ${sql.table(table)} set next_poll_at = ${plusMs(now, LEASE_MS)}
    where reference = ${reference} and next_poll_at <= ${now} returning *`.execute(tx);
  return rows[0] ?? null;
}

/** When to poll after a delay; null is never. */
export const pollAt = (now: Date, afterSeconds: number | null): Date | null =>
  afterSeconds === null ? null : plusMs(now, afterSeconds * 1000);

/** Counts a poll and schedules the next after a delay; null leaves it at this one. */
export async function schedulePoll(
  { tx, now }: SystemCtx,
  table: Polled,
  { business_id, reference }: { business_id: string; reference: string },
  afterSeconds: number | null,
): Promise<void> {
  const count = sql.ref(pollCount[table]);
  await sql`update ${sql.table(table)} set ${count} = ${count} + 1, next_poll_at = ${pollAt(now, afterSeconds)}
    where business_id = ${business_id} and reference = ${reference}`.execute(tx);
}

/** Lets a poll that failed on our side be repeated at once: it need not wait until its lease has run out. */
export async function abandonPoll({ tx, now }: SystemCtx, table: Polled, reference: string): Promise<void> {
  await sql`update ${sql.table(table)} set next_poll_at = ${now}
    where reference = ${reference} and next_poll_at is not null`.execute(tx);
}

type Poll<T extends Sent, State> = {
  /** `claimSend`, unless nothing may leave now. */
  claimSend: (ctx: SystemCtx, reference: string) => Promise<Row<T> | null>;
  /** Sends what is `isFirst`, asks the provider about the rest. */
  outcomeOf: (row: Row<T>, isFirst: boolean) => Promise<State>;
  apply: (ctx: SystemCtx, reference: string, reported: State, poll: { wasDue: true }) => Promise<unknown>;
};

/** Sends a row that is pending, or polls one whose poll is due, and applies what the provider reported. */
export async function sendOrPoll<T extends Sent, State>(
  scope: SystemScope,
  table: T,
  reference: string,
  poll: Poll<T, State>,
): Promise<void> {
  const claimed = await scope.transactAsSystem((ctx) => poll.claimSend(ctx, reference));
  const row = claimed ?? (await scope.transactAsSystem((ctx) => claimPoll(ctx, table, reference)));
  if (!row) return;
  try {
    const reported = await poll.outcomeOf(row, claimed !== null);
    await scope.transactAsSystem((ctx) => poll.apply(ctx, reference, reported, { wasDue: true }));
  } catch (error) {
    await scope.transactAsSystem((ctx) => abandonPoll(ctx, table, reference));
    throw error;
  }
}
