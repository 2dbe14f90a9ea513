import { afterAll, beforeAll, expect, test } from 'vitest';
import { newToken } from '#core/ids.ts';
import { type TestApp, testApp } from '../../../../tests/harness.ts';
import { closeWebhook, storeWebhook } from './commands.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test('the account number of a payout that a provider tells of is not in the records', async () => {
  const eventId = newToken(9);
  const raw = JSON.stringify({ recipient: { details: { account_number: '0108024071' } } });
  const notice = { eventId, about: 'other' } as const;
  await app.scope().transactAsSystem((ctx) => storeWebhook(ctx, 'fake', notice, raw));
  const event = await app.system.db
    .selectFrom('payment_notices')
    .select('raw')
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  expect(event?.raw).toBe('{"recipient":{"details":{"account_number":"…4071"}}}');
});

test('a notice about a refund counts each time it comes, one about a payment once', async () => {
  const store = async (about: 'refund' | 'payment', transactionId: string) => {
    const event = { eventId: `${about}:${transactionId}`, about, transactionId };
    const taken = await app.scope().transactAsSystem((ctx) => storeWebhook(ctx, 'fake', event, '{}'));
    await app.scope().transactAsSystem((ctx) => closeWebhook(ctx, 'fake', event.eventId, 'nothing'));
    return taken;
  };
  const one = newToken(9);
  expect([await store('refund', one), await store('refund', one)]).toEqual(['received', 'received']);
  expect([await store('payment', one), await store('payment', one)]).toEqual(['received', 'repeated']);
});
