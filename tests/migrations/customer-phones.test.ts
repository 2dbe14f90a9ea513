import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { toE164 } from '#core/phone.ts';
import { knownMigrations, migrate } from '#server/database/migrate.ts';
import type { Store } from '#server/kernel/db.ts';
import { emptyDatabase } from '../databases.ts';

// 0046 stores numbers as E.164; what is none stays, and so does a number that two customers have in common already.
const STEP = '0046_customers.sql';
let store: Store;
afterEach(() => store.close());

const typed = [
  '08031234567',
  '0803 123 4568',
  '(0803) 123-4569',
  '8031234570',
  '+234 803 123 4571',
  '2348031234572',
  '002348031234573',
  '+234 0803 123 4574',
  '0201 234 5678',
  '+44 7700 900123',
  '0044 7700\u00a0900124',
  '0803',
  '+234 803 123',
  '447700900123',
  'call her brother',
];

test('numbers are stored as the form stores them; two with one number both stay, and a third is refused', async () => {
  store = await emptyDatabase();
  const known = await knownMigrations();
  await migrate(store, { only: known.slice(0, known.indexOf(STEP)) });
  const add = (id: string, phone: string) =>
    sql`insert into customers (business_id, id, name, email, phone, created_at, updated_at)
      values ('biz', ${id}, 'Ada', '', ${phone}, now(), now())`.execute(store.db);
  for (const [at, phone] of typed.entries()) await add(`cus_${100 + at}`, phone);
  await add('cus_twin', '+2348031234567');
  await migrate(store);
  const { rows } = await sql<{
    phone: string;
    phone_unique: boolean;
  }>`select phone, phone_unique from customers
    order by id`.execute(store.db);
  expect(rows.map(({ phone }) => phone)).toEqual([
    ...typed.map((phone) => toE164(phone) ?? phone),
    '+2348031234567',
  ]);
  expect(rows.flatMap(({ phone, phone_unique }) => (phone_unique ? [] : [phone]))).toEqual([
    '+2348031234567',
    '+2348031234567',
  ]);
  await expect(
    sql`insert into customers (business_id, id, name, email, phone, phone_unique, created_at, updated_at)
      values ('biz', 'cus_new', 'Obi', '', '+2348031234568', true, now(), now())`.execute(store.db),
  ).rejects.toThrow('customers_phone');
});
