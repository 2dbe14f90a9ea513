import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { eventually, newOwner, type TestApp, testApp } from './harness.ts';

let [byCommands, byCalls]: TestApp[] = [];

beforeAll(async () => {
  [byCommands, byCalls] = [await testApp(), await testApp()];
});
afterAll(() => Promise.all([byCommands?.close(), byCalls?.close()]));

/** Counters of calls: a command makes none. */
const OF_CALLS = ['rate_counters'];
const MESSAGES = 3;

/** Every row of a database by its table, once the messages of a registered and an unregistered owner are sent. */
async function rowsOf({ store: { db } }: TestApp): Promise<[string, string[]][]> {
  await eventually(async () => {
    const sent = await sql`select from messages where state = 'sent'`.execute(db);
    return sent.rows.length === MESSAGES;
  });
  const tables = await sql<{ name: string }>`select c.relname as name from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`.execute(db);
  const rows: [string, string[]][] = [];
  for (const { name } of tables.rows.filter((table) => !OF_CALLS.includes(table.name))) {
    const of = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(
      db,
    );
    rows.push([name, of.rows.map(({ row }) => masked(row)).sort()]);
  }
  return rows;
}

// An id keeps its kind, a hash its algorithm and its cost: what is by chance or by the clock only has to be there.
const masked = (row: string): string =>
  row
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00|(?<=:)\d{13}\b/g, '(time)')
    .replace(/\b([a-z]{3}_)[0-9a-z]{26}/g, '$1…')
    .replace(/(\$argon2[^"]*\$)[^"$]*\$[^"$]*/g, '$1…')
    .replace(/owner\d+\.\d+@|localhost:\d+|(?<=master_key_id": ")\w+/g, '…')
    .replace(/[\w-]{38,}/g, '…');

test('an owner made by commands leaves the rows that calls leave', async () => {
  if (!byCommands || !byCalls) throw new Error('there are two services');
  for (const register of [true, false]) {
    await newOwner(byCommands, { register });
    await newOwner({ url: byCalls.url }, { register });
  }
  const rows = await rowsOf(byCommands);
  expect(rows).toEqual(await rowsOf(byCalls));
  const numbers = Object.fromEntries(rows.map(([table, of]) => [table, of.length]));
  expect(numbers).toMatchObject({ users: 2, sessions: 2, business_profiles: 1, messages: MESSAGES });
});

test('its password opens the account', async () => {
  if (!byCommands) throw new Error('there is a service');
  const { email, password, call } = await newOwner(byCommands, { register: false });
  const { data } = await call(api.identity.login, { body: { email, password } });
  expect(data.user.email).toBe(email);
});
