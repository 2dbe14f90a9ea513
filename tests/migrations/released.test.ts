import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { knownMigrations, migrate } from '#server/database/migrate.ts';
import type { Db } from '#server/kernel/db.ts';
import { emptyDatabase } from '../databases.ts';
import { rounds } from '../length.ts';
import { changedSince, fillEveryTable, type Snapshot, snapshotOf } from './fill-tables.ts';

test('every schema that was released comes up to date with all that is in it', async () => {
  const store = await emptyDatabase();
  const known = await knownMigrations();
  const changes: Record<string, string[]> = {};
  let before: Snapshot = new Map();
  for (const [at, name] of known.entries()) {
    await migrate(store, { only: known.slice(0, at + 1) });
    const after = await snapshotOf(store.db);
    const changed = changedSince(before, after);
    if (changed.length > 0) changes[name] = changed;
    before = at % rounds(6, 1) === 0 ? await fillEveryTable(store.db, at) : after;
  }
  expect(changes).toEqual({
    // Its rows went to `messages`, as the last test shows.
    '0016_messages.sql': ['mails'],
    // Columns that 0038 added empty.
    '0039_field_terms_backfill.sql': [
      'business_profiles.payouts_on_hold',
      'business_profiles.pending_owner_verification',
      'checkouts.next_poll_at',
      'checkouts.poll_count',
      'invoices.verification_code',
      'receipts.verification_code',
      'refunds.next_poll_at',
      'withdrawals.next_poll_at',
    ],
    // Tax that was declared of an invoice settled without it was never kept.
    '0077_ended_declarations.sql': ['withholdings.state'],
    // Only what was deleted keeps a time of deletion.
    '0119_pos_sale_bridge.sql': [
      'counter_sales.opened_at',
      'counter_sales.waits_until',
      'invoices.deleted_at',
    ],
    // Both names held the same since 0039.
    '0120_old_field_terms.sql': [
      'business_profiles.awaits_owner',
      'business_profiles.money_held',
      'checkouts.asks',
      'checkouts.next_ask_at',
      'invoices.paper_code',
      'receipts.paper_code',
      'refunds.next_ask_at',
      'withdrawals.next_ask_at',
    ],
  });
  const loose = await sql`select conname from pg_constraint where not convalidated`.execute(store.db);
  expect(loose.rows).toEqual([]);
  expect(await migrate(store)).toEqual([]);
  await store.close();
});

test('a database of a newer version is refused unless one step back is asked for', async () => {
  const store = await emptyDatabase();
  await migrate(store, { only: (await knownMigrations()).slice(0, 1) });
  await sql`insert into schema_migrations (name) values ('9999_tomorrow.sql')`.execute(store.db);
  await expect(migrate(store, { only: [] })).rejects.toThrow('newer version');
  expect(await migrate(store, { only: [], newerAllowed: true })).toEqual([]);
  await store.close();
});

test('mails of before are messages now', async () => {
  const store = await emptyDatabase();
  const known = await knownMigrations();
  await migrate(store, { only: known.slice(0, known.indexOf('0016_messages.sql')) });
  await sql`insert into mails (key, to_address, state, created_at) values ('old', 'bello@example.test', 'sent', now())`.execute(
    store.db,
  );
  await migrate(store);
  expect(await keysOf(store.db)).toEqual(['old']);
  await store.close();
});

const keysOf = async (db: Db): Promise<string[]> =>
  (await sql<{ key: string }>`select key from messages`.execute(db)).rows.map(({ key }) => key);
