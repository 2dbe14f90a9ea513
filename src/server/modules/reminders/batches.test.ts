import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { dateIn } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import type { Tx } from '#server/kernel/db.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { newOwner, type Owner, sampleInvoice, type TestApp, testApp } from '../../../../tests/harness.ts';
import { advanceSchedules } from './commands/advance.ts';
import { notifyOverdue } from './commands/overdue.ts';
import { notifyNewlyOverdue } from './flows/scheduled.ts';

const params = { currency: 'NGN' as const };
const [FEW, MANY] = [2, 25];
let app: TestApp;
beforeAll(async () => {
  // A Monday, half past nine in the morning in Lagos.
  app = await testApp({ CLOCK: '2026-03-02T08:30:00Z', SESSION_IDLE_MINUTES: '1000000' });
});
afterAll(() => app.close());

/** An owner with so many overdue invoices of as many customers, which the service reminds of. */
async function owing(count: number) {
  const owner = await newOwner(app);
  const settings = { mode: 'automatic' as const, steps: [1], weeklyCap: 5 };
  await owner.call(api.reminders.updateSettings, { params, body: settings });
  const dueDate = dateIn(app.scope().now);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const clientEmail = `${n}.${owner.businessId}@example.test`;
    const body = sampleInvoice({ dueDate, clientEmail, clientName: `Customer ${n}` });
    const { data } = await owner.call(api.invoices.create, { params, body });
    await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
    ids.push(data.id);
  }
  return { owner, ids };
}

type Command = (ctx: SystemCtx, businessId: string, ids: string[]) => Promise<void>;

/** So many statements a command makes in its transaction, whatever else the service does meanwhile. */
async function statementsOf(
  command: Command,
  { owner, ids }: { owner: Owner; ids: string[] },
): Promise<number> {
  let count = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await app
    .scope()
    .transactFor(owner.businessId, (ctx) =>
      command({ ...ctx, tx: ctx.tx.withPlugin(counter) as Tx }, owner.businessId, ids),
    );
  return count;
}

const noticed = async ({ businessId }: Owner) => {
  const { db } = app.store;
  const count = (table: 'overdue_notices' | 'messages' | 'activities') =>
    db.selectFrom(table).selectAll().where('business_id', '=', businessId);
  const [notices, mails, activities] = [
    await count('overdue_notices').execute(),
    await count('messages').where('key', 'like', 'overdue:%').execute(),
    await count('activities').where('activity_type', '=', 'invoice_overdue').execute(),
  ];
  return [notices.length, mails.length, activities.length];
};

test('twenty-five invoices cost as many statements as two', async () => {
  const [few, many] = [await owing(FEW), await owing(MANY)];
  app.advance(DAY_MS);
  const serve: Command = (ctx, businessId, ids) => advanceSchedules(ctx, businessId, ids, false);
  for (const command of [notifyOverdue, serve]) {
    const [least, most] = [await statementsOf(command, few), await statementsOf(command, many)];
    expect(least).toBeGreaterThan(0);
    expect(most).toBe(least);
  }
  expect(await noticed(many.owner)).toEqual([MANY, MANY, MANY]);
  const steps = await app.store.db
    .selectFrom('reminder_steps')
    .select('invoice_id')
    .where('business_id', '=', many.owner.businessId)
    .where('step', '=', '1')
    .execute();
  expect(new Set(steps.map((row) => row.invoice_id))).toEqual(new Set(many.ids));
});

test('a batch that is cut off tells nobody; the next look tells of each once', async () => {
  const { owner, ids } = await owing(FEW);
  app.advance(DAY_MS);
  const cutOff = app.scope().transactFor(owner.businessId, async (ctx) => {
    await notifyOverdue(ctx, owner.businessId, ids);
    throw new Error('cut off');
  });
  await expect(cutOff).rejects.toThrow('cut off');
  expect(await noticed(owner)).toEqual([0, 0, 0]);
  await Promise.all([notifyNewlyOverdue(app.scope()), notifyNewlyOverdue(app.scope())]);
  expect(await noticed(owner)).toEqual([FEW, FEW, FEW]);
});
