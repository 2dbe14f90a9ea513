import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { newOwner, refusalOf, sampleInvoice, type TestApp, testApp } from '../../../../tests/harness.ts';
import { advanceDueSchedules } from './flows/scheduled.ts';

const params = { currency: 'NGN' as const };
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ CLOCK: '2026-03-02T08:30:00Z', SESSION_IDLE_MINUTES: '1000000' });
});
afterAll(() => app.close());

async function owing(count: number, mode: 'prepare' | 'automatic') {
  const owner = await newOwner(app);
  await owner.call(api.reminders.updateSettings, { params, body: { mode, weeklyCap: 3 } });
  const dueDate = addDays(dateIn(app.scope().now), 1);
  for (let made = 0; made < count; made++) {
    const { data } = await owner.call(api.invoices.create, { params, body: sampleInvoice({ dueDate }) });
    await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
  }
  app.advance(DAY_MS);
  return owner;
}

test('several planners at once make each step once and keep to the customer’s week', async () => {
  const owner = await owing(8, 'automatic');
  await Promise.all(Array.from({ length: 6 }, () => advanceDueSchedules(app.scope())));
  const { rows } = await sql<{ steps: number; messages: number; jobs: number }>`select
    (select count(*) from reminder_steps where business_id = ${owner.businessId} and state <> 'skipped')::int as steps,
    (select count(*) from messages where business_id = ${owner.businessId} and kind = 'invoiceReminder')::int as messages,
    (select count(*) from pgboss.job where name = 'reminders.send' and data->>'businessId' = ${owner.businessId})::int as jobs`.execute(
    app.store.db,
  );
  expect(rows).toEqual([{ steps: 3, messages: 3, jobs: 3 }]);
});

test('of several taps on one message one is noted', async () => {
  const owner = await owing(1, 'prepare');
  await advanceDueSchedules(app.scope());
  const [message] = (await owner.call(api.reminders.today, { params, query: {} })).data;
  const tap = () =>
    owner
      .call(api.reminders.send, {
        params: { ...params, id: message?.id ?? '' },
        body: { channel: 'whatsapp' },
      })
      .then(
        () => 'sent',
        (error: unknown) => refusalOf(Promise.reject(error)).then(({ status }) => status),
      );
  const answers = await Promise.all(Array.from({ length: 8 }, tap));
  expect(answers.filter((answer) => answer === 'sent')).toHaveLength(1);
  expect(answers.filter((answer) => answer === 409)).toHaveLength(7);
});
