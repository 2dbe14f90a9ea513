import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../../tests/databases.ts';
import { createLateReads } from './late-reads.ts';
import { type Db, openServer, type Store, transactOn, type Tx } from './db.ts';

// A transaction through a pooler leaves nothing on the session it met: one connection to the server itself stands
// for the pooler, so what one left the next would find. With PgBouncer itself: `npm run drill -- --failover`.
let direct: Store;
let pooled: Store;

beforeAll(async () => {
  direct = await freshDatabase();
  const address = direct.connectionString ?? '';
  pooled = openServer(address, 1, {}, address);
});
afterAll(async () => {
  await pooled.close();
  await direct.close();
});

type State = { role: string; business: string; names: number };
const stateOf = async (db: Db | Tx): Promise<State | undefined> => {
  const { rows } = await sql<State>`select current_user::text as role,
    coalesce(current_setting('duewell.business_id', true), '') as business,
    (select count(*)::integer from pg_prepared_statements) as names where 1 = ${1}`.execute(db);
  return rows[0];
};
const left = () => stateOf(pooled.db);

test('role, business and statements are gone with their transaction', async () => {
  const before = await left();
  expect(before).toMatchObject({ business: '', names: 0 });
  const a = pooled.forBusiness('biz_a');
  const asA = { role: 'duewell_tenant', business: 'biz_a', names: 0 };
  for (let time = 0; time < 3; time++) expect(await stateOf(a)).toEqual(asA);
  expect(await left()).toEqual(before);
  expect(await transactOn(a, async (tx) => [await stateOf(tx), await stateOf(tx)])).toEqual([asA, asA]);
  expect(await left()).toEqual(before);
  const mixed = await Promise.all([stateOf(a), left(), stateOf(pooled.forBusiness('biz_b')), left()]);
  expect(mixed.map((state) => state?.business)).toEqual(['biz_a', '', 'biz_b', '']);
});

test('neither does what fails leave anything, and its cause is told', async () => {
  const before = await left();
  const a = pooled.forBusiness('biz_a');
  const failing = (db: Db | Tx) => sql`select 1 / ${0}::integer`.execute(db);
  await expect(failing(a)).rejects.toMatchObject({ code: '22012' });
  expect(await left()).toEqual(before);
  await expect(transactOn(a, (tx) => failing(tx))).rejects.toMatchObject({ code: '22012' });
  expect(await left()).toEqual(before);
});

test.each(['direct', 'pooled'])('a transaction that cannot begin writes nothing, %s', async (how) => {
  const store = how === 'direct' ? direct : pooled;
  await sql`create table if not exists written (how text)`.execute(direct.db);
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...[first, ...words]: unknown[]) {
    const refused = first === 'begin' ? 'begin nonsense' : first;
    return Reflect.apply(original, this, [refused, ...words]);
  } as typeof original;
  const write = (tx: Tx) => sql`insert into written values (${how})`.execute(tx);
  try {
    await expect(transactOn(store.db, write)).rejects.toMatchObject({ code: '42601' });
    const read = (tx: Tx) => sql`select ${how}::text`.execute(tx).then(() => write(tx));
    await expect(transactOn(store.db, read)).rejects.toMatchObject({ code: '42601' });
    await expect(transactOn(store.db, async () => {})).rejects.toMatchObject({ code: '42601' });
  } finally {
    pg.Client.prototype.query = original;
  }
  const { rows } = await sql`select from written where how = ${how}`.execute(direct.db);
  expect(rows).toEqual([]);
  expect(await transactOn(store.db, async (tx) => (await stateOf(tx))?.business)).toBe('');
});

test('a replica is asked while it is near enough, and passed over when it lags, is none or fails', async () => {
  await sql`create schema pretended`.execute(direct.db);
  await sql`create table pretended.played (position pg_lsn, following boolean)`.execute(direct.db);
  await sql`create function pretended.pg_last_wal_replay_lsn() returns pg_lsn language sql as
    'select position from pretended.played'`.execute(direct.db);
  await sql`create function pretended.pg_is_in_recovery() returns boolean language sql as
    'select following from pretended.played'`.execute(direct.db);
  const options = encodeURIComponent('-c search_path=pretended,public,pg_catalog');
  const replica = openServer(`${direct.connectionString}?options=${options}`, 1);
  const played = (position: string, following = true) =>
    sql`with gone as (delete from pretended.played)
      insert into pretended.played values (${position}, ${following})`.execute(direct.db);
  const askedOf = () =>
    createLateReads(direct, replica).run('report', 'biz_a', async (db) => {
      const { rows } = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(db);
      return rows[0]?.path.startsWith('pretended') ? 'replica' : 'primary';
    });
  await played('FFFF/0');
  expect(await askedOf()).toBe('replica');
  await played('0/1');
  expect(await askedOf(), 'it has not played what the primary has').toBe('primary');
  await played('FFFF/0', false);
  expect(await askedOf(), 'it follows nobody').toBe('primary');
  await played('FFFF/0');
  const tried: Db[] = [];
  const late = createLateReads(direct, replica);
  const failsOnce = async (db: Db) => {
    if (tried.push(db) === 1) throw new Error('canceling statement due to conflict with recovery');
    return 'read';
  };
  expect(await late.run('export', 'biz_a', failsOnce)).toBe('read');
  await replica.close();
  expect(await askedOf(), 'it is gone').toBe('primary');
});
