import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { dateIn, plusMs } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { createFakeProvider, paidBy, postWebhook } from '../../../tests/fake-provider.ts';
import { eventually, newOwner, sampleInvoice, type TestApp, testApp } from '../../../tests/harness.ts';
import { runDue } from './scheduled-jobs.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp({}, { ports: paidBy(createFakeProvider()) });
});
afterAll(() => app.close());

test('answers are kept longer than their keys count, and what notices said goes after ninety days', async () => {
  const owner = await newOwner(app);
  const create = { params: { currency: 'NGN' as const }, body: sampleInvoice() };
  const again = () => owner.call(api.invoices.create, create, { idempotencyKey: 'a-key-of-ours' });
  const first = await again();
  await postWebhook(app.url, 't_unheard_of', 'event-of-old');
  const { db } = app.system;
  const notice = () =>
    db
      .selectFrom('payment_notices')
      .select(['raw', 'state', 'outcome'])
      .where('event_id', '=', 'event-of-old')
      .executeTakeFirstOrThrow();
  await eventually(async () => (await notice()).state === 'processed');
  const keys = async () => (await db.selectFrom('idempotency_keys').select('key').execute()).length;
  app.advance(31 * DAY_MS);
  await runDue('hour', () => app.scope());
  expect([await keys(), (await notice()).raw === '']).toEqual([1, false]);
  expect(first.data.invoiceNumber).toBe('INV-0001');
  app.advance(60 * DAY_MS);
  await runDue('hour', () => app.scope());
  expect([await keys(), await notice()]).toEqual([
    0,
    { raw: '', state: 'processed', outcome: 'unknown_to_provider' },
  ]);
});

test('what a model was used for is forgotten after ninety days', async () => {
  const { businessId: business_id } = await newOwner(app);
  const { db } = app.store;
  const { now } = app.scope();
  for (const ago of [0, 90, 91])
    await db
      .insertInto('assistant_usage')
      .values({
        business_id,
        day: dateIn(plusMs(now, -ago * DAY_MS)),
        calls: 1,
        input_tokens: 1,
        output_tokens: 1,
      })
      .execute();
  await runDue('hour', () => app.scope());
  const rows = await db
    .selectFrom('assistant_usage')
    .select('day')
    .where('business_id', '=', business_id)
    .execute();
  expect(rows).toHaveLength(2);
});
