import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import type { Minor } from '#core/money.ts';
import { pay } from '#server/modules/invoices/testing.ts';
import { newOwner, type Owner, sampleInvoice, type TestApp, testApp } from '../../../../tests/harness.ts';
import { notifyNewlyOverdue } from './flows/scheduled.ts';

const params = { currency: 'NGN' as const };
let app: TestApp;
beforeAll(async () => {
  // Half past eleven in the evening in Lagos.
  app = await testApp({ CLOCK: '2026-03-01T22:30:00Z', SESSION_IDLE_MINUTES: '1000000' });
});
afterAll(() => app.close({ handmade: true }));

async function sent(owner: Owner, days: number) {
  const dueDate = addDays(dateIn(app.scope().now), days);
  const { data } = await owner.call(api.invoices.create, { params, body: sampleInvoice({ dueDate }) });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
  return data;
}
const noticesTo = async (owner: Owner) =>
  (
    await app.store.db
      .selectFrom('messages')
      .select('key')
      .where('to_address', '=', owner.email)
      .where('key', 'like', 'overdue:%')
      .orderBy('created_at')
      .execute()
  ).map(({ key }) => key);
const overdueActivities = async (owner: Owner) =>
  (await owner.call(api.activities.list, { params })).data.activities.filter(
    (activity) => activity.activityType === 'invoice_overdue',
  );

test('an owner is told once of each invoice that becomes overdue, from the first minute of the day after', async () => {
  const owner = await newOwner(app);
  const [first, later, paid] = [await sent(owner, 0), await sent(owner, 1), await sent(owner, 0)];
  await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({ dueDate: dateIn(app.scope().now) }),
  });
  await pay(app.scope(), { businessId: owner.businessId, invoiceId: paid.id, amount: paid.totalAmount });
  await pay(app.scope(), { businessId: owner.businessId, invoiceId: first.id, amount: 500_000 as Minor });
  await notifyNewlyOverdue(app.scope());
  expect(await noticesTo(owner)).toEqual([]);
  app.advance(30 * 60_000);
  await notifyNewlyOverdue(app.scope());
  await notifyNewlyOverdue(app.scope());
  expect(await noticesTo(owner)).toEqual([`overdue:${first.id}`]);
  const [activity, ...more] = await overdueActivities(owner);
  expect(more).toEqual([]);
  expect(activity?.metadata).toMatchObject({ invoiceId: first.id, amount: first.totalAmount - 500_000 });
  app.advance(DAY_MS);
  await notifyNewlyOverdue(app.scope());
  expect(await noticesTo(owner)).toEqual([`overdue:${first.id}`, `overdue:${later.id}`]);
});

test('an owner who wants no mail about it gets none, also not later; the activity stays', async () => {
  const owner = await newOwner(app);
  await sent(owner, 0);
  const choose = (email: boolean) =>
    owner.call(api.settings.updateNotifications, {
      params,
      body: { invoice_overdue: { email, screen: true } },
    });
  await choose(false);
  app.advance(DAY_MS);
  await notifyNewlyOverdue(app.scope());
  await choose(true);
  await notifyNewlyOverdue(app.scope());
  expect(await noticesTo(owner)).toEqual([]);
  expect(await overdueActivities(owner)).toHaveLength(1);
});
