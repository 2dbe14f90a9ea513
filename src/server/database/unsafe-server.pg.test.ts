import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openServer, refuseUnsafeServer, SERVICE_LIMITS, type Store } from '#server/kernel/db.ts';
import { freshDatabase } from '../../../tests/databases.ts';

let store: Store;
const address = () => store.connectionString ?? '';

// Some of these settings cannot be changed for one database: a function of ours answers for the server.
beforeAll(async () => {
  store = await freshDatabase();
  const client = new pg.Client({ connectionString: address() });
  await client.connect();
  await client.query(`create schema pretended;
    create table pretended.settings (name text primary key, value text not null);
    create function pretended.current_setting(text) returns text language sql as
      'select coalesce((select value from pretended.settings where name = $1), case $1
         when ''synchronous_commit'' then ''on'' when ''fsync'' then ''on'' when ''full_page_writes'' then ''on'' else ''off'' end)';`);
  await client.end();
});
afterAll(() => store.close());

const options = encodeURIComponent('-c search_path=pretended,public,pg_catalog');

async function refusalWith(settings: Record<string, string>): Promise<string | null> {
  const pretended = openServer(`${address()}?options=${options}`, 1);
  const client = new pg.Client({ connectionString: address() });
  await client.connect();
  await client.query('truncate pretended.settings');
  for (const [name, value] of Object.entries(settings))
    await client.query('insert into pretended.settings values ($1, $2)', [name, value]);
  await client.end();
  const refusal = await refuseUnsafeServer(pretended.db).then(
    () => null,
    (error: Error) => error.message,
  );
  await pretended.close();
  return refusal;
}

test.each([
  [{ fsync: 'off' }],
  [{ full_page_writes: 'off' }],
  [{ synchronous_commit: 'off' }],
  [{ synchronous_commit: 'local' }],
  [{ synchronous_commit: 'remote_write' }],
  [{ data_sync_retry: 'on' }],
  [{ zero_damaged_pages: 'on' }],
  [{ transaction_read_only: 'on' }],
  [{ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }],
])('a server with %o is refused, and what is wrong is named', async (settings) => {
  const refusal = await refusalWith(settings);
  for (const [name, value] of Object.entries(settings)) expect(refusal).toContain(`${name} = ${value}`);
});

test('a safe server is taken, and the service limits what a statement and a forgotten transaction may take', async () => {
  expect(await refusalWith({})).toBeNull();
  expect(await refusalWith({ synchronous_commit: 'remote_apply' })).toBeNull();
  const limited = openServer(address(), 1, { ...SERVICE_LIMITS, statement_timeout: 2_000 });
  const { db } = limited;
  const shown = await db
    .connection()
    .execute((one) => pgSettings(one, ['statement_timeout', 'idle_in_transaction_session_timeout']));
  expect(shown).toEqual(['2s', '1min']);
  await expect(pgSleep(db)).rejects.toMatchObject({ code: '57014' });
  await limited.close();
});

async function pgSettings(db: Store['db'], names: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db);
    found.push(rows[0]?.value ?? '');
  }
  return found;
}

async function pgSleep(db: Store['db']): Promise<void> {
  await sql`select pg_sleep(600)`.execute(db);
}
