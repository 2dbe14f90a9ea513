import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import { newOwner, sharedApp, type TestApp } from '../../../../tests/harness.ts';
import { payFor, sentInvoice } from './testing.ts';

// Races can only be seen where transactions really run side by side: on a PostgreSQL server.
const fake = createFakeProvider();
let app: TestApp;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
});
afterAll(() => app.close());

test('20 payments at once are numbered 1 to 20, and a report told ten times at once makes one receipt', async () => {
  const owner = await newOwner(app);
  const invoice = await sentInvoice(app, owner);
  await Promise.all(Array.from({ length: 20 }, (_, at) => payFor(app, fake, invoice, 10_00 + at)));
  const again = { transactionId: 'told-often' };
  await Promise.all(Array.from({ length: 10 }, () => payFor(app, fake, invoice, 50_00, again)));
  const receipts = await app.system.db
    .selectFrom('receipts')
    .select(['number', 'public_id', 'verification_code'])
    .where('business_id', '=', owner.businessId)
    .orderBy('number')
    .execute();
  expect(receipts.map(({ number }) => number)).toEqual(Array.from({ length: 21 }, (_, at) => at + 1));
  expect(new Set(receipts.map(({ public_id }) => public_id)).size).toBe(21);
  expect(new Set(receipts.map(({ verification_code }) => verification_code)).size).toBe(21);
});
