import { afterAll, beforeAll, expect, test } from 'vitest';
import { newOwner, type Owner, sampleInvoice, type TestApp, testApp } from '../../../tests/harness.ts';
import { queriesDuring } from '../../../tests/query-count.ts';
import { api } from '#contract/index.ts';
import { combinedRead, part } from './combined-read.ts';

let app: TestApp;
let owner: Owner;
let other: Owner;
beforeAll(async () => {
  app = await testApp({}, { sweeps: false });
  [owner, other] = [await newOwner(app), await newOwner(app)];
  for (const title of ['First', '2026-11-26T18:14:46+00:00'])
    await owner.call(api.invoices.create, { params: { currency: 'NGN' }, body: sampleInvoice({ title }) });
});
afterAll(() => app.close());

const columns = [
  'id',
  'title',
  'pay_to',
  'total_minor',
  'due_date',
  'prices_include_tax',
  'created_at',
  'sent_at',
] as const;
const read = combinedRead((db, businessId: string, number: string) => ({
  invoices: part(
    db.selectFrom('invoices').select(columns).where('business_id', '=', businessId).orderBy('id', 'desc'),
    { created_at: true, sent_at: true },
  ),
  one: part(
    db
      .selectFrom('invoices')
      .select('title')
      .where('number', '=', number)
      .where('business_id', '=', businessId)
      .where('currency', '=', 'NGN'),
    {},
  ),
}));

test('gives the rows that its parts give by themselves, in one statement', async () => {
  const db = app.system.dbOf(owner.businessId);
  const apart = await db
    .selectFrom('invoices')
    .select(columns)
    .where('business_id', '=', owner.businessId)
    .orderBy('id', 'desc')
    .execute();
  let together: Awaited<ReturnType<typeof read>> | undefined;
  const statements = await queriesDuring(async () => {
    together = await read(db, owner.businessId, 'INV-0001');
  }, /json_agg/);
  expect(apart).toHaveLength(2);
  expect(together?.invoices).toEqual(apart);
  expect(together?.one).toEqual([{ title: 'First' }]);
  expect(statements).toBe(1);
});

test('takes other values each time', async () => {
  const db = app.system.dbOf(owner.businessId);
  expect((await read(db, owner.businessId, 'INV-0002')).one).toEqual([
    { title: '2026-11-26T18:14:46+00:00' },
  ]);
  expect(await read(app.system.dbOf(other.businessId), other.businessId, 'INV-0001')).toEqual({
    invoices: [],
    one: [],
  });
});
