import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { knownMigrations, migrate } from '#server/database/migrate.ts';
import type { Store } from '#server/kernel/db.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import { emptyDatabase } from '../databases.ts';

// 0037 makes a state of what the version before it wrote as a deleted invoice and a row that waits; 0119 takes the mark of deletion
// from it, which the version before still read.
const STEP = '0037_pos_sale_state.sql';
let store: Store;
afterEach(() => store.close());

async function released(): Promise<void> {
  store = await emptyDatabase();
  const known = await knownMigrations();
  await migrate(store, { only: known.slice(0, known.indexOf(STEP)) });
  await openShop();
}

async function openShop(): Promise<void> {
  await run(`insert into users (id, business_id, email, first_name, last_name, currency, created_at)
    values ('usr', 'biz', 'ada@example.test', 'Ada', 'Obi', 'NGN', now())`);
  await run(`insert into business_profiles (business_id, user_id, business_name, email, primary_color, secondary_color,
      next_invoice_number, created_at, updated_at)
    values ('biz', 'usr', 'Shop', 'shop@example.test', '#000000', '#ffffff', 1, now(), now())`);
  await run(`insert into customers (business_id, id, name, email, created_at, updated_at)
    values ('biz', 'cus', 'Counter customer', '', now(), now())`);
  await run(`insert into counters (business_id, customer_id, next_number) values ('biz', 'cus', 1)`);
}

const run = (text: string) => sql.raw(text).execute(store.db);

const columns = `business_id, id, public_id, number, currency, customer_id, customer_name, customer_email, title, description,
  payment_terms, notes, subtotal_minor, discount_minor, tax_bps, tax_minor, total_minor, issue_date, due_date, sent_at, created_at`;
const valuesOf = (
  id: string,
  number: string,
) => `'biz', '${id}', 'pub_${id}', '${number}', 'NGN', 'cus', 'Counter customer', '',
  'Rice', '', '', '', 1000, 0, 0, 0, 1000, '2026-11-01', '2026-11-01', '2026-11-01T10:00:00Z', '2026-11-01T10:00:00Z'`;

/** An invoice with its line. */
async function invoice(id: string, number: string, isDeleted = false) {
  const deleted = isDeleted ? `'2026-11-01T10:00:00Z'` : 'null';
  await run(`insert into invoices (${columns}, deleted_at) values (${valuesOf(id, number)}, ${deleted})`);
  await run(`insert into invoice_items (business_id, invoice_id, position, description, quantity_micro, rate_minor, total_minor)
    values ('biz', '${id}', 0, 'Rice', 1000000, 1000, 1000)`);
  await run(
    number.startsWith('C-')
      ? 'update counters set next_number = next_number + 1'
      : 'update business_profiles set next_invoice_number = next_invoice_number + 1',
  );
}

/** Statements of the version before 0037. */
const before = {
  open: async (id: string, number: string) => {
    await invoice(id, number, true);
    await run(`insert into counter_sales (business_id, invoice_id, mark, waits_until, opened_at)
      values ('biz', '${id}', 'form ${id}', '2026-11-01T12:00:00Z', '2026-11-01T10:00:00Z')`);
  },
  activate: async (id: string) => {
    await run(
      `update counter_sales set waits_until = null where invoice_id = '${id}' and waits_until is not null`,
    );
    await run(`update invoices set deleted_at = null where id = '${id}'`);
  },
  end: (id: string) =>
    run(`delete from counter_sales where invoice_id = '${id}' and waits_until is not null`),
};

async function figuresBroken(): Promise<string[]> {
  const findings = await checkLedger(store.db);
  return findings.filter(({ breaches }) => breaches.length > 0).map(({ id }) => id);
}

test('sales that wait in a released database are states from then on, and only what was deleted has a time of deletion', async () => {
  await released();
  await before.open('waits', 'C-0001');
  await before.open('paid', 'C-0002');
  await before.activate('paid');
  await before.open('ended', 'C-0003');
  await before.end('ended');
  await before.open('late', 'C-0004');
  await invoice('plain', 'INV-0001');
  await invoice('deleted', 'INV-0002', true);
  await migrate(store);
  await run(`update invoices set state = 'active' where id = 'late' and state = 'awaiting_payment'`);
  const { rows } =
    await sql`select id, state, deleted_at is not null as deleted from invoices order by id`.execute(
      store.db,
    );
  expect(rows).toEqual([
    { id: 'deleted', state: 'active', deleted: true },
    { id: 'ended', state: 'active', deleted: true },
    { id: 'late', state: 'active', deleted: false },
    { id: 'paid', state: 'active', deleted: false },
    { id: 'plain', state: 'active', deleted: false },
    { id: 'waits', state: 'awaiting_payment', deleted: false },
  ]);
  expect(await figuresBroken()).toEqual([]);
});
