// npm run migration-locks -- [--rows 1000000] [--from 0023]: makes so many rows in each of the large tables at an older schema, applies
// each migration after it while others go on writing, and says for how long any of them had to wait for a table, and which
// tables were written anew. Exits with 1 when somebody waited for more than two seconds. On the PostgreSQL of
// TEST_DATABASE_URL, or one started for it.
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { knownMigrations, migrate } from '#server/database/migrate.ts';
import { type Db, openServer } from '#server/kernel/db.ts';
import { emptyDatabase } from '../tests/databases.ts';
import { fillEveryTable } from '../tests/migrations/fill-tables.ts';
import { findPostgres, startPostgres } from '../tests/postgres.ts';

const LARGE = ['ledger_transfers', 'payments', 'invoices', 'messages', 'security_events', 'activities'];
const MOST_MS = 2_000;
const POLL_MS = 20;

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, from: { type: 'string', default: '0023' } },
});
const rows = Number(values.rows);
const programs = process.env.TEST_DATABASE_URL ? null : findPostgres();
const privatePostgres = programs ? await startPostgres(programs) : null;
if (privatePostgres) process.env.TEST_DATABASE_URL = privatePostgres.url;
if (!process.env.TEST_DATABASE_URL)
  throw new Error('There is no PostgreSQL: install one or set TEST_DATABASE_URL');

/** Repeats the one row a table has; what must be unique is numbered. Triggers and references are not asked. */
async function multiply(db: Db, table: string): Promise<void> {
  const { rows: columns } = await sql<{ name: string; text: boolean; given: boolean }>`
    select attname as name, atttypid = 'text'::regtype as text, attidentity <> '' or attgenerated <> '' as given from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(db);
  const unique = await sql<{ name: string }>`select distinct a.attname as name from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey) where i.indrelid = ${table}::regclass and i.indisunique`.execute(
    db,
  );
  const numbered = new Set(unique.rows.map(({ name }) => name));
  const copied = columns.filter(({ given }) => !given);
  const values = copied.map(({ name, text }) =>
    text && numbered.has(name) && name !== 'business_id' ? `r."${name}" || ' ' || n` : `r."${name}"`,
  );
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql
      .raw(`insert into ${table} (${copied.map(({ name }) => `"${name}"`).join(', ')})
      select ${values.join(', ')} from (select * from ${table} limit 1) r, generate_series(1, ${rows}) n`)
      .execute(tx);
  });
}

const places = async (db: Db): Promise<Map<string, string>> =>
  new Map(
    (
      await sql<{
        name: string;
        place: string;
      }>`select relname as name, relfilenode::text as place from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db)
    ).rows.map(({ name, place }) => [name, place]),
  );

/** Asks for each large table as a writer does, again and again; gives the longest wait until it is stopped. */
function writers(address: string) {
  const pool = openServer(address, LARGE.length);
  const state = { on: true, longest: 0, table: '' };
  const all = LARGE.map(async (table) => {
    while (state.on) {
      const from = performance.now();
      await pool.db
        .transaction()
        .execute((tx) => sql.raw(`lock table ${table} in row exclusive mode`).execute(tx));
      const waited = performance.now() - from;
      if (waited > state.longest) Object.assign(state, { longest: waited, table });
      await new Promise((next) => setTimeout(next, POLL_MS));
    }
  });
  return async () => {
    state.on = false;
    await Promise.all(all);
    await pool.close();
    return state;
  };
}

const store = await emptyDatabase();
const known = await knownMigrations();
const first = known.findIndex((name) => name > `${values.from}_zzz`);
await migrate(store, { only: known.slice(0, first) });
await fillEveryTable(store.db, 0);
for (const table of LARGE) await multiply(store.db, table);
await sql`analyze`.execute(store.db);
let worst = 0;
for (const [at, name] of known.entries()) {
  if (at < first) continue;
  const before = await places(store.db);
  const stop = writers(store.connectionString ?? '');
  const from = performance.now();
  await migrate(store, { only: known.slice(0, at + 1) });
  const took = performance.now() - from;
  const { longest, table } = await stop();
  const anew = [...(await places(store.db))].filter(
    ([one, place]) => before.has(one) && before.get(one) !== place,
  );
  worst = Math.max(worst, longest);
  const note = anew.length > 0 ? `  written anew: ${anew.map(([one]) => one).join(', ')}` : '';
  console.log(
    `${name.padEnd(28)}${(took / 1000).toFixed(1).padStart(7)} s  longest wait ${Math.round(longest)} ms (${table})${note}`,
  );
}
console.log(
  `${rows} rows in each of ${LARGE.join(', ')}: nobody waited for more than ${Math.round(worst)} ms.`,
);
await store.close();
await privatePostgres?.stop();
process.exit(worst > MOST_MS ? 1 : 0);
