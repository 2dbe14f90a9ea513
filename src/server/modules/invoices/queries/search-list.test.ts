import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#core/ids.ts';
import { foundInvoices, MOST_COUNTED } from '#server/database/searches.ts';
import type { Db } from '#server/kernel/db.ts';
import { newOwner, type TestApp, testApp } from '../../../../../tests/harness.ts';
import { rounds } from '../../../../../tests/length.ts';
import { requestQueries } from '../../../../../tests/query-count.ts';
import { listInvoices } from './list.ts';

const TODAY = '2026-11-02';
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ CLOCK: `${TODAY}T09:00:00Z` });
});
afterAll(() => app.close({ handmade: true }));

type Written = { number: string; name: string; email: string; po: string; state?: string };

async function write(businessId: string, rows: Written[]): Promise<string[]> {
  const ids = rows.map((_, at) => newId('inv', new Date(Date.parse(`${TODAY}T08:00:00Z`) + at)));
  await sql`insert into customers (business_id, id, name, email, created_at, updated_at)
    values (${businessId}, 'cus_1', 'Ada', 'ada@example.test', now(), now()) on conflict do nothing`.execute(
    app.store.db,
  );
  await sql`insert into invoices (business_id, id, public_id, number, currency, customer_id, customer_name, customer_email, po_number,
      title, description, payment_terms, notes, subtotal_minor, discount_minor, tax_bps, tax_minor, total_minor, issue_date, due_date,
      created_at, state, sent_at)
    select ${businessId}, made.id, made.id, number, 'NGN', 'cus_1', name, email, po, 'Rice', '', '', '', 100, 0, 0, 0, 100,
      ${TODAY}::date - 40, ${TODAY}::date - 10, now(), coalesce(state, 'active'), now()
    from jsonb_to_recordset(${JSON.stringify(rows.map((row, at) => ({ ...row, id: ids[at] })))}::jsonb)
      as made(id text, number text, name text, email text, po text, state text)`.execute(app.store.db);
  return ids;
}

const listed = (db: Db, businessId: string, search: string, more: object = {}) =>
  listInvoices(db, businessId, 'NGN', { search, ...more }, TODAY);

// Yoruba dots in one character and in two, the naira sign, digits, both cases, and what means something in a pattern.
const letters = [
  'ọ',
  'Ọ',
  'ọ́',
  'ẹ',
  'Ṣ',
  'ṣ',
  'a',
  'A',
  'b',
  'n',
  'i',
  'v',
  '₦',
  '0',
  '1',
  '7',
  ' ',
  '-',
  '%',
  '_',
  '\\',
  '@',
  '.',
];
const word = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 6 }).map((of) => of.join(''));
const invoice = fc.record({
  name: word,
  email: fc.constantFrom('ada@shop.test', 'ade1@shop.test', 'BOLA@x.test', ''),
  po: fc.constantFrom('', '', 'PO-17', 'Ọ7/1'),
});
const change = fc.constantFrom('none', 'rename', 'delete', 'restore', 'cancel');

test('a search finds what a plain comparison finds, whatever the letters and however invoices changed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(invoice, change), { minLength: 1, maxLength: 12 }),
      fc.array(word, { minLength: 1, maxLength: 6 }),
      async (made, typed) => {
        const { businessId } = await newOwner(app);
        const rows = made.map(([one], at) => ({ ...one, number: `INV-${String(at * 7).padStart(4, '0')}` }));
        const ids = await write(businessId, rows);
        const { db } = app.store;
        const active: (Written & { id: string })[] = [];
        for (const [at, [, how]] of made.entries()) {
          const row = { ...(rows[at] as Written), id: ids[at] ?? '' };
          const set = (assignment: ReturnType<typeof sql>) =>
            sql`update invoices set ${assignment} where business_id = ${businessId} and id = ${row.id}`.execute(
              db,
            );
          if (how === 'rename') await set(sql`customer_name = ${(row.name = 'Ọlá Nọ́va')}`);
          if (how === 'delete' || how === 'restore') await set(sql`deleted_at = now()`);
          if (how === 'restore') await set(sql`deleted_at = null`);
          if (how === 'cancel') await set(sql`state = 'cancelled'`);
          if (['none', 'rename', 'restore'].includes(how)) active.push(row);
        }
        const ofRows = rows.flatMap(({ name, number, email }) => [
          name,
          number.slice(-3),
          `${number} ${name}`,
          `${name} ${email}`.slice(2),
        ]);
        for (const search of [...typed, ...ofRows, 'inv-', 'nv-0', '7', 'po-17', 'zz'].filter(
          (text) => text.trim() !== '',
        )) {
          const wanted = search.trim().toLowerCase();
          const expected = active
            .filter((row) =>
              [`${row.number} ${row.name} ${row.email}`, row.po].some((text) =>
                text.toLowerCase().includes(wanted),
              ),
            )
            .map(({ id }) => id)
            .reverse();
          const { invoices, page } = await listed(app.store.forBusiness(businessId), businessId, search);
          expect([search, invoices.map(({ id }) => id), page.total]).toEqual([
            search,
            expected,
            expected.length,
          ]);
        }
        const { rows: kept } = await sql<{
          names: number;
        }>`select coalesce(sum(invoices), 0)::integer as names from invoice_names
          where business_id = ${businessId}`.execute(db);
        expect(kept[0]?.names).toBe(active.length);
      },
    ),
    { numRuns: rounds(6, 200) },
  );
});

test('a common word is counted to a thousand, and its pages are those of the list', async () => {
  const { businessId } = await newOwner(app);
  const many = MOST_COUNTED + 50;
  const rows = Array.from({ length: many }, (_, at) => ({
    number: `INV-${String(at).padStart(4, '0')}`,
    name: at % 20 === 0 ? `Ṣadé ${at}` : 'Ade Stores',
    email: '',
    po: '',
    state: at === 5 ? 'cancelled' : 'active',
  }));
  const ids = await write(businessId, rows);
  const db = app.store.forBusiness(businessId);
  const newest = ids.filter((_, at) => at !== 5).toReversed();

  const common = await listed(db, businessId, 'INV-', { limit: 25 });
  expect(common.invoices.map(({ id }) => id)).toEqual(newest.slice(0, 25));
  expect(common.page).toMatchObject({ total: MOST_COUNTED, atLeast: true });
  const next = await listed(db, businessId, 'INV-', { limit: 25, cursor: common.page.nextCursor ?? '' });
  expect(next.invoices.map(({ id }) => id)).toEqual(newest.slice(25, 50));
  // With another filter the newest thousand that pass it are looked at.
  const narrowed = await listed(db, businessId, 'inv-', { limit: 25, status: 'overdue' });
  expect(narrowed.page).toMatchObject({ total: MOST_COUNTED, atLeast: true });
  expect((await listed(db, businessId, 'inv-', { limit: 25, status: 'paid' })).page).toEqual({
    nextCursor: null,
    total: 0,
  });
  expect((await listed(db, businessId, '', { limit: 25, customerId: 'cus_1' })).page).toMatchObject({
    total: MOST_COUNTED,
    atLeast: true,
  });
  // Below a thousand it is exact.
  expect((await listed(db, businessId, 'ade', { limit: 25 })).page.total).toBe(
    many - Math.ceil(many / 20) - 1,
  );
  expect((await listed(db, businessId, 'ṢADÉ', { limit: 25 })).page).not.toHaveProperty('atLeast');

  // One statement for a page with its total, two where the word is common.
  const statements = async (search: string, more = {}) =>
    (await requestQueries(() => listed(db, businessId, search, { limit: 25, ...more }))).length;
  expect(await statements('')).toBe(1);
  expect(await statements('', { period: 30, sort: '-amount' })).toBe(1);
  expect(await statements('Ṣadé 40')).toBe(1);
  expect(await statements('nobody')).toBe(1);
  expect(await statements('inv-')).toBe(2);

  // A name is looked for among names, and only its own invoices are read.
  await sql`analyze invoices, invoice_names`.execute(app.store.db);
  const invoicesRead = (search: string) =>
    app.store.db.transaction().execute(async (tx) => {
      const readSoFar = async () => {
        const { rows: read } = await sql<{
          rows: number;
        }>`select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as rows
          from pg_stat_xact_user_tables where relname = 'invoices'`.execute(tx);
        return read[0]?.rows ?? 0;
      };
      const before = await readSoFar();
      await sql`select ${foundInvoices(businessId, 'NGN', `%${search}%`)}`.execute(tx);
      return (await readSoFar()) - before;
    });
  expect(await invoicesRead('ṣadé 40')).toBeLessThanOrEqual(2);
  expect(await invoicesRead('inv-')).toBe(0);
});
