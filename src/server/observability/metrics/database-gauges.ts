import { type Kysely, sql } from 'kysely';
import type { Registry } from 'prom-client';
import type { Database } from '#server/kernel/db.ts';
import { within } from '#server/kernel/within.ts';
import { gauge } from './registry.ts';

export type GaugeSource = { db: Kysely<Database>; now: () => Date };

type Row = { labels: Record<string, string>; value: number };
type DatabaseGauge = {
  name: string;
  help: string;
  labels: string[];
  read: (from: GaugeSource) => Promise<Row[]>;
};

const CACHE_MS = 10_000;
const TIMEOUT_MS = 3_000;

const aged = (now: Date, column: string) =>
  sql<number | null>`extract(epoch from ${now}::timestamptz - min(${sql.ref(column)}))::float8`;
const one = (value: number | null): Row[] => [{ labels: {}, value: Math.max(0, value ?? 0) }];

/** Gauges read from the database on collection; each by an index, none with a business's name. */
export const databaseGauges: DatabaseGauge[] = [
  {
    name: 'duewell_queue_depth',
    help: 'Jobs that wait, by queue; dead: given up',
    labels: ['queue'],
    read: async ({ db }) => {
      const { rows } = await sql<{ name: string; waiting: number }>`
        select name, count(*)::int as waiting from pgboss.job
        where state in ('created', 'retry') group by name`.execute(db);
      return rows.map(({ name, waiting }) => ({ labels: { queue: name }, value: waiting }));
    },
  },
  {
    name: 'duewell_queue_oldest_seconds',
    help: 'For how long the oldest job that is due has waited, by queue',
    labels: ['queue'],
    read: async ({ db }) => {
      const { rows } = await sql<{ name: string; age: number }>`
        select name, extract(epoch from now() - min(start_after))::float8 as age from pgboss.job
        where state in ('created', 'retry') and start_after <= now() and name <> 'dead' group by name`.execute(
        db,
      );
      return rows.map(({ name, age }) => ({ labels: { queue: name }, value: age }));
    },
  },
  {
    name: 'duewell_webhook_oldest_seconds',
    help: 'For how long the oldest notice of a payment provider has not been worked on',
    labels: [],
    read: async ({ db, now }) => {
      const row = await db
        .selectFrom('payment_notices')
        .select(aged(now(), 'received_at').as('age'))
        .where('state', '=', 'received')
        .executeTakeFirst();
      return one(row?.age ?? 0);
    },
  },
  {
    name: 'duewell_payouts',
    help: 'Payouts that are not over, by state',
    labels: ['state'],
    read: async ({ db }) => {
      const rows = await db
        .selectFrom('withdrawals')
        .select(['status', (eb) => eb.fn.countAll<number>().as('many')])
        .where('status', 'in', ['pending', 'processing'])
        .groupBy('status')
        .execute();
      return rows.map(({ status, many }) => ({ labels: { state: status }, value: Number(many) }));
    },
  },
  {
    name: 'duewell_payout_unknown_oldest_seconds',
    help: 'For how long the oldest payout that was sent has had no final answer',
    labels: [],
    read: async ({ db, now }) => {
      const row = await db
        .selectFrom('withdrawals')
        .select(aged(now(), 'sent_at').as('age'))
        .where('status', '=', 'processing')
        .executeTakeFirst();
      return one(row?.age ?? 0);
    },
  },
  {
    name: 'duewell_payouts_stopped',
    help: '1 while payouts are stopped',
    labels: [],
    read: async ({ db }) => {
      const freeze = await db
        .selectFrom('payout_freezes')
        .select('id')
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      return one(freeze ? 1 : 0);
    },
  },
  {
    name: 'duewell_businesses_held',
    help: 'Businesses whose money waits for an operator, since the account became somebody else’s',
    labels: [],
    read: async ({ db }) => {
      const { rows } = await sql<{ many: number }>`
        select count(*)::float8 as many from business_profiles where payouts_on_hold`.execute(db);
      return one(rows[0]?.many ?? 0);
    },
  },
  {
    name: 'duewell_invariant_failures',
    help: 'Promises of the books that were broken at their last check, whichever process made it; nothing before the first',
    labels: [],
    read: async ({ db }) => {
      const { rows } = await sql<{ broken: number }>`select broken from book_checks`.execute(db);
      return rows.flatMap(({ broken }) => one(broken));
    },
  },
  {
    name: 'duewell_books_checked_age_seconds',
    help: 'How long ago the books were last checked; nothing before the first time',
    labels: [],
    read: async ({ db, now }) => {
      const { rows } = await sql<{ age: number }>`
        select extract(epoch from ${now()}::timestamptz - checked_at)::float8 as age from book_checks`.execute(
        db,
      );
      return rows.flatMap(({ age }) => one(age));
    },
  },
  {
    name: 'duewell_messages_waiting',
    help: 'Messages that have not gone, by state',
    labels: ['state'],
    read: async ({ db }) => {
      const rows = await db
        .selectFrom('messages')
        .select(['state', (eb) => eb.fn.countAll<number>().as('many')])
        .where((eb) => eb.or([eb('state', '=', 'queued'), eb('state', '=', 'sending')]))
        .groupBy('state')
        .execute();
      return rows.map(({ state, many }) => ({ labels: { state }, value: Number(many) }));
    },
  },
  {
    name: 'duewell_reconciliation_open',
    help: 'Differences between our books and a provider that wait for a person',
    labels: ['provider'],
    read: async ({ db }) => {
      const rows = await db
        .selectFrom('discrepancies')
        .select(['provider', (eb) => eb.fn.countAll<number>().as('many')])
        .where('outcome', '=', 'needs_review')
        .where('settled_at', 'is', null)
        .groupBy('provider')
        .execute();
      return rows.map(({ provider, many }) => ({ labels: { provider }, value: Number(many) }));
    },
  },
  {
    name: 'duewell_reconciliation_gap_minor',
    help: 'What those differences come to, in minor units, where they are a sum',
    labels: ['currency'],
    read: async ({ db }) => {
      const rows = await db
        .selectFrom('discrepancies')
        .select(['currency', sql<number>`coalesce(sum(abs(amount_minor)), 0)::float8`.as('gap')])
        .where('outcome', '=', 'needs_review')
        .where('settled_at', 'is', null)
        .where('currency', 'is not', null)
        .groupBy('currency')
        .execute();
      return rows.map(({ currency, gap }) => ({ labels: { currency: currency ?? '' }, value: gap }));
    },
  },
  {
    name: 'duewell_model_tokens_today',
    help: 'Tokens of the language model used since midnight, by direction',
    labels: ['direction'],
    read: async ({ db, now }) => {
      const { rows } = await sql<{ input: number; output: number }>`
        select coalesce(sum(input_tokens), 0)::float8 as input, coalesce(sum(output_tokens), 0)::float8 as output
        from assistant_usage where day = (${now()}::timestamptz at time zone 'Africa/Lagos')::date`.execute(
        db,
      );
      return Object.entries(rows[0] ?? {}).map(([direction, value]) => ({ labels: { direction }, value }));
    },
  },
  {
    name: 'duewell_backup_age_seconds',
    help: 'Age of the newest backup that was finished; nothing where there is none',
    labels: [],
    read: async ({ db, now }) => {
      const { rows } = await sql<{ age: number | null }>`
        select extract(epoch from ${now()}::timestamptz - max(finished_at))::float8 as age from backups`.execute(
        db,
      );
      const age = rows[0]?.age ?? null;
      return age === null ? [] : one(age);
    },
  },
  {
    name: 'duewell_log_archive_age_seconds',
    help: 'For how long PostgreSQL has archived nothing of its log; nothing where it does not archive',
    labels: [],
    read: async ({ db }) => {
      const { rows } = await sql<{ age: number }>`
        select extract(epoch from clock_timestamp() - coalesce(last_archived_time, stats_reset))::float8 as age
        from pg_stat_archiver where current_setting('archive_mode') <> 'off'`.execute(db);
      return rows.flatMap(({ age }) => one(age));
    },
  },
  {
    name: 'duewell_log_archive_failures',
    help: 'How many times PostgreSQL could not archive a piece of its log; nothing where it does not archive',
    labels: [],
    read: async ({ db }) => {
      const { rows } = await sql<{ failed: number }>`
        select failed_count::float8 as failed
        from pg_stat_archiver where current_setting('archive_mode') <> 'off'`.execute(db);
      return rows.flatMap(({ failed }) => one(failed));
    },
  },
];

/** Registers the database gauges: read on collection, at most every ten seconds, within three. */
export function registerDatabaseGauges(registry: Registry, from: GaugeSource): void {
  let cached: { at: number; rows: Promise<Map<string, Row[] | null>> } | null = null;
  const all = () => {
    const at = performance.now();
    if (!cached || at - cached.at > CACHE_MS) cached = { at, rows: readAll(from) };
    return cached.rows;
  };
  gauge({
    name: 'duewell_figures_missing',
    help: 'Figures that could not be looked up for the last reading',
    registers: [registry],
    async collect() {
      this.set([...(await all()).values()].filter((found) => found === null).length);
    },
  });
  for (const { name, help, labels } of databaseGauges)
    gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      async collect() {
        const rows = (await all()).get(name) ?? [];
        this.reset();
        // An unknown value is left out: without labels a reset gauge would report 0, which is "all is well".
        if (rows.length === 0 && labels.length === 0) this.remove();
        for (const row of rows) this.set(row.labels, row.value);
      },
    });
}

// One after the other: metrics must not take the connections users wait for.
async function readAll(from: GaugeSource): Promise<Map<string, Row[] | null>> {
  const found = new Map<string, Row[] | null>(databaseGauges.map(({ name }) => [name, null]));
  const until = performance.now() + TIMEOUT_MS;
  for (const { name, read } of databaseGauges) {
    const remainingMs = until - performance.now();
    if (remainingMs <= 0) break;
    found.set(name, await within(remainingMs, read(from), null));
  }
  return found;
}
