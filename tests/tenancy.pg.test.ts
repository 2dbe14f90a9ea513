import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, type Db, openServer, type Store } from '#server/kernel/db.ts';
import { freshDatabase } from './databases.ts';
import { tenantKeysOf } from './tenant-guard.ts';

// The database's own lock: every table of tenants has rows of two businesses, whatever its constraints say of them, and
// statements that name no business are made through a handle of one.
const A = 'biz_a';
const B = 'biz_b';
const ROWS = 2;

let store: Store;
let plain: Store;
let tables: Table[];

beforeAll(async () => {
  store = await freshDatabase();
  plain = openServer(store.connectionString ?? '', 3);
  const keys = await tenantKeysOf(store);
  tables = [...keys]
    .map(([name, [key = '']]) => ({ name, key }))
    .sort((a, b) => a.name.localeCompare(b.name));
  await fill();
});
afterAll(async () => {
  await plain.close();
  await store.close();
});

type Column = { name: string; type: string };

const lookAt = async (table: string): Promise<Column[]> =>
  (
    await sql<Column>`select attname as name, coalesce(base.typname, t.typname)::text as type
      from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_type base on base.oid = t.typbasetype
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''
        and (attnotnull or attname in ('business_id', 'user_id'))`.execute(plain.db)
  ).rows;

const columnCache = new Map<string, Promise<Column[]>>();
const columnsOf = (table: string): Promise<Column[]> => {
  const known = columnCache.get(table) ?? lookAt(table);
  columnCache.set(table, known);
  return known;
};

const userOf = (businessId: string) => `usr_${businessId}`;
let made = 0;

/** Some value of a type, another one each time where a key may want that. */
function some(column: Column, table: string, whose: string) {
  if (column.name === 'business_id' || column.name === 'actor') return whose;
  if (column.name === 'user_id' || (table === 'users' && column.name === 'id')) return userOf(whose);
  const values: Record<string, unknown> = {
    text: column.name === 'currency' ? 'NGN' : `made ${++made}`,
    date: '2026-01-01',
    timestamptz: '2026-01-01T00:00:00Z',
    jsonb: '{}',
    bool: false,
    bytea: Buffer.from(`made ${++made}`),
    uuid: `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`,
  };
  if (column.type.startsWith('_')) return '{}';
  return column.type in values ? values[column.type] : ++made;
}

const insert = async (db: Db | Transaction<Database>, table: string, whose: string) => {
  const columns = await columnsOf(table);
  const values = columns.map((column) => some(column, table, whose));
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))}) values (${sql.join(values)})`.execute(
    db,
  );
};

async function fill(): Promise<void> {
  await sql`do $$ declare c record; begin
    for c in select conname, conrelid::regclass as t from pg_constraint where contype in ('c', 'f') and conrelid <> 0
      and connamespace = 'public'::regnamespace loop execute format('alter table %s drop constraint %I', c.t, c.conname); end loop;
  end $$`.execute(plain.db);
  await plain.db.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db);
    // A business has one row of some tables; of those the other must do.
    for (const { name } of tables)
      for (const whose of [A, B])
        for (let row = 0; row < ROWS; row++) await insert(db, name, whose).catch(() => undefined);
    await sql`set session_replication_role = origin`.execute(db);
  });
}

type Table = { name: string; key: string };
const keyOf = ({ key }: Table, whose: string) => (key === 'user_id' ? userOf(whose) : whose);

const count = async (db: Db, table: Table, whose?: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table.name)}
    ${whose === undefined ? sql`` : sql`where ${sql.ref(table.key)} = ${keyOf(table, whose)}`}`.execute(db);
  return rows[0]?.n ?? 0;
};

const refusedFor = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  );

const undone = new Error('undo');

/** How many rows a statement changes through a handle, which is undone; `denied` where the role may not at all. */
async function changed(db: Db, statement: ReturnType<typeof sql>): Promise<number | 'denied'> {
  let rows: number | 'denied' = 'denied';
  await db
    .transaction()
    .execute(async (tx) => {
      rows = Number((await statement.execute(tx)).numAffectedRows ?? 0);
      throw undone;
    })
    .catch((error: { code?: string }) => {
      if (error !== undone && error.code !== '42501' && error.code !== 'P0001') throw error;
    });
  return rows;
}

test('shows a business its own rows of every table, and nobody any while no business is set', async () => {
  const own = plain.forBusiness(A);
  const nobodys = plain.forBusiness('');
  const seen = [];
  for (const table of tables)
    seen.push([
      table.name,
      await count(own, table),
      await count(own, table, B),
      await count(nobodys, table),
      (await count(plain.db, table, A)) > 0 && (await count(plain.db, table, B)) > 0,
    ]);
  const expected = [];
  for (const table of tables) expected.push([table.name, await count(plain.db, table, A), 0, 0, true]);
  expect(seen).toEqual(expected);
  const foreign = await Promise.all(tables.map((table) => count(plain.db, table, B)));
  expect(foreign.reduce((sum, n) => sum + n)).toBeGreaterThan(tables.length);
});

test('changes and removes none but its own, whatever the statement says', async () => {
  const own = plain.forBusiness(A);
  for (const table of tables) {
    const mine = await count(plain.db, table, A);
    const key = sql.ref(table.key);
    const updated = await changed(own, sql`update ${sql.table(table.name)} set ${key} = ${key}`);
    const removed = await changed(own, sql`delete from ${sql.table(table.name)}`);
    for (const rows of [updated, removed]) expect([mine, 'denied'], table.name).toContain(rows);
  }
});

test("takes no row of another's, neither new nor moved", async () => {
  const own = plain.forBusiness(A);
  for (const table of tables) {
    expect(await refusedFor(insert(own, table.name, B)), `a new row of ${table.name}`).toBe('42501');
    const moving = sql`update ${sql.table(table.name)} set ${sql.ref(table.key)} = ${keyOf(table, B)}`;
    expect(await refusedFor(moving.execute(own)), `a row of ${table.name} given away`).toBe('42501');
  }
});

test('says of a table with a business or a person in it that has no policy', async () => {
  await sql`create table forgotten (business_id text, id text primary key)`.execute(plain.db);
  expect(await refusedFor(sql`select * from forgotten`.execute(plain.forBusiness(A)))).toBe('42501');
  await sql`select fence_tenants()`.execute(plain.db);
  await sql`insert into forgotten values (${A}, 'a'), (${B}, 'b'), (null, 'c')`.execute(plain.db);
  const { rows } = await sql`select id from forgotten`.execute(plain.forBusiness(A));
  expect(rows).toEqual([{ id: 'a' }]);
  await sql`drop table forgotten`.execute(plain.db);
});

test('no transfer joins two businesses, and no handle changes a balance', async () => {
  await sql`truncate ledger_accounts cascade`.execute(plain.db).catch(() => undefined);
  await sql`delete from ledger_accounts`.execute(plain.db);
  await sql`insert into ledger_accounts (id, business_id, currency, balance_minor, may_be_negative) values
    ('a', ${A}, 'NGN', 100, true), ('b', ${B}, 'NGN', 100, true), ('ours', null, 'NGN', 0, true)`.execute(
    plain.db,
  );
  const moves = (db: Db, from: string, to: string, of = A) =>
    refusedFor(
      sql`insert into ledger_transfers (ref, debit_account, credit_account, currency, amount_minor, reason, cause, business_id, created_at)
        values (${`${from} ${to} ${++made}`}, ${from}, ${to}, 'NGN', 1, 'test', 'test', ${of}, now())`.execute(
        db,
      ),
    );
  const own = plain.forBusiness(A);
  expect(await moves(own, 'b', 'a')).toBe('P0001');
  expect(await moves(own, 'a', 'b')).toBe('P0001');
  expect(await moves(plain.db, 'b', 'a')).toBe('P0001');
  expect(await moves(own, 'ours', 'b', B)).toBe('42501');
  expect(await moves(own, 'a', 'ours')).toBe('done');
  expect(await refusedFor(sql`update ledger_accounts set balance_minor = 9`.execute(own))).toBe('42501');
  const { rows } = await sql`select id, balance_minor from ledger_accounts order by id`.execute(plain.db);
  expect(rows).toEqual([
    { id: 'a', balance_minor: 99 },
    { id: 'b', balance_minor: 100 },
    { id: 'ours', balance_minor: 1 },
  ]);
});

test('a connection is whose it is given to, also after errors, rollbacks and in any order', async () => {
  const narrow = openServer(store.connectionString ?? '', 2);
  const who = { '': narrow.db, [A]: narrow.forBusiness(A), [B]: narrow.forBusiness(B) };
  const owners = Object.entries(who);
  const identityQuery = sql<{ role: string; business: string }>`select current_user::text as role,
    coalesce(current_setting('duewell.business_id', true), '') as business`;
  const use = async (step: number): Promise<void> => {
    const [whose, db] = owners[(step * 7 + (step >> 2)) % owners.length] ?? ['', narrow.db];
    const check = async (on: Db) => {
      const { rows } = await identityQuery.execute(on);
      expect(rows[0]?.business).toBe(whose);
      expect(rows[0]?.role === 'duewell_tenant').toBe(whose !== '');
    };
    if (step % 5 === 0) await refusedFor(sql`select 1 / 0`.execute(db));
    if (step % 3 === 0) return check(db);
    const ended = db.transaction().execute(async (tx) => {
      await check(tx);
      if (step % 4 === 0) await sql`select 1 / 0`.execute(tx);
      if (step % 7 === 0) throw undone;
    });
    await refusedFor(ended);
  };
  for (let round = 0; round < 40; round++)
    await Promise.all(Array.from({ length: 6 }, (_, at) => use(round * 6 + at)));
  const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()`.execute(
    narrow.db,
  );
  expect(rows.length).toBeGreaterThan(1);
  await narrow.close();
});
