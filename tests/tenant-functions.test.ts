import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db, Store } from '#server/kernel/db.ts';
import { freshDatabase } from './databases.ts';

// Security-definer functions bypass the policies that separate businesses.
const A = 'biz_a';
const B = 'biz_b';
let store: Store;

beforeAll(async () => {
  store = await freshDatabase();
  for (const whose of [A, B])
    await sql`insert into customers (business_id, id, name, email, created_at, updated_at)
      values (${whose}, ${`cus_${whose}`}, 'Halima', 'halima@example.test', now(), now())`.execute(store.db);
});
afterAll(() => store.close());

const TENANTS_MAY = [
  'customers_like(text,text,integer)',
  'invoices_found(text,text,text,integer)',
  'is_own_contact(text,text)',
  'release_browser(text)',
];

test('a function with its owner’s rights is closed to tenants until it is granted, a new one too', async () => {
  const mayRun = async () => {
    const { rows } = await sql<{ name: string }>`select oid::regprocedure::text as name from pg_proc
      where pronamespace = 'public'::regnamespace and prosecdef and has_function_privilege('duewell_tenant', oid, 'execute')
      order by 1`.execute(store.db);
    return rows.map(({ name }) => name);
  };
  expect(await mayRun()).toEqual(TENANTS_MAY);
  await sql`create function forgotten() returns bigint language sql security definer as 'select count(*) from users'`.execute(
    store.db,
  );
  expect(await mayRun()).toContain('forgotten()');
  await sql`select fence_tenants()`.execute(store.db);
  expect(await mayRun()).toEqual(TENANTS_MAY);
  await sql`drop function forgotten()`.execute(store.db);
});

test('the searches give a handle its own business’s ids, and none while no business is set', async () => {
  const seen = async (db: Db, whose: string) => {
    const { rows } = await sql<{
      id: string;
    }>`select customers_like(${whose}, '%hali%', 9) as id union all select unnest(invoices_found(${whose}, 'NGN', '%', 9))`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  };
  const nobody = store.forBusiness('');
  expect(await seen(store.forBusiness(A), A)).toEqual([`cus_${A}`]);
  expect(await seen(store.forBusiness(A), B)).toEqual([]);
  for (const whose of [A, B]) {
    expect(await seen(nobody, whose)).toEqual([]);
    expect(await seen(store.db, whose)).toEqual([`cus_${whose}`]);
  }
});

test('no tenant begins, locks or writes another’s chain; its own goes on by itself', async () => {
  const own = store.forBusiness(A);
  for (const call of [
    sql`select begin_audit_chain(${B}, 1)`,
    sql`select begin_ledger_chain(${B}, 1)`,
    sql`select begin_chains(9)`,
    sql`select lock_chain(${B})`,
  ])
    await expect(call.execute(own)).rejects.toThrow('permission denied');
  await sql`insert into security_events (id, business_id, event, detail, client_address, user_agent, created_at)
    values ('evt_own', ${A}, 'signed_in', '', '', '', now())`.execute(own);
  const { rows } = await sql`select number from audit_links where business_id = ${A} order by 1`.execute(own);
  expect(rows).toEqual([{ number: 0 }, { number: 1 }]);
});
