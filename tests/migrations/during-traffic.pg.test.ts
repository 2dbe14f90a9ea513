import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Store, transactOn } from '#server/kernel/db.ts';
import { freshDatabase } from '../databases.ts';

// A newer version migrates the database while this one works: what its connections have planned no longer fits.
let store: Store;
beforeAll(async () => {
  store = await freshDatabase();
});
afterAll(() => store.close());

const ROUNDS = 4;
const read = (db: Store['db']) =>
  db.selectFrom('waitlist_entries').selectAll().where('email', '=', 'a@example.test').execute();
const addColumn = (name: string) =>
  sql.raw(`alter table waitlist_entries add column ${name} text`).execute(store.db);
const often = () => Promise.all(Array.from({ length: ROUNDS * 5 }, () => read(store.db)));

test('reads go on over a migration', async () => {
  await often();
  await addColumn('one');
  for (let round = 0; round < ROUNDS; round++) await expect(read(store.db)).resolves.toEqual([]);
  await expect(often()).resolves.toHaveLength(ROUNDS * 5);
});

test('so do transactions, and what they do happens once', async () => {
  await often();
  await addColumn('two');
  await transactOn(store.db, async (tx) => {
    await sql`update waitlist_entries set email = email || 'x' where email = ${'b@example.test'}`.execute(tx);
    await sql`insert into waitlist_entries (email, created_at) values (${'b@example.test'}, now())`.execute(
      tx,
    );
    expect(await read(tx)).toEqual([]);
  });
  const { rows } = await sql`select email from waitlist_entries where email like ${'b@%'}`.execute(store.db);
  expect(rows).toEqual([{ email: 'b@example.test' }]);
});
