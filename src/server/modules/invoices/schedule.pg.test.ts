import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { dueBy } from '#core/payment-schedule.ts';
import { recordPayment } from '#server/modules/payments/commands/record.ts';
import { sentInvoice } from '#server/pages/receipt/testing.ts';
import { createFakeProvider, paidBy, reported } from '../../../../tests/fake-provider.ts';
import { documentOwner, newOwner, type Owner, sharedApp, type TestApp } from '../../../../tests/harness.ts';
import { settledOf } from './rules/schedule.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
  owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
});
afterAll(() => app.close());

test('paid, recorded, written off and planned anew at once, an invoice is due as its parts say', async () => {
  const today = dateIn(app.config.clock());
  const part = (label: string, days: number) => ({ label, percent: 2500, due: { days } });
  const rest = { label: 'Rest', rest: true, due: { days: 40 } };
  for (let trial = 0; trial < 8; trial++) {
    const schedule = [part('First', 0), part('Second', 10), part('Third', 20), rest];
    const { id, reference } = await sentInvoice(app, owner, { schedule });
    const at = { ...params, id };
    const paid = [reported(reference, minor(250_00)), reported(reference, minor(200_00))];
    const cash = { amount: minor(130_00), day: today, method: 'cash' } as const;
    await Promise.all([
      ...paid.map((one) => app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, one))),
      owner.call(api.offlinePayments.record, { params: at, body: cash }),
      owner.call(api.writeOffs.writeOff, { params: at, body: { amount: minor(70_00), reason: 'Agreed' } }),
      owner.call(api.invoiceSchedules.plan, {
        params: at,
        body: { schedule: [{ label: 'Soon', amount: minor(100_00), due: { days: 5 } }, rest] },
      }),
    ]);
    const row = await app.system.db
      .selectFrom('invoices')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const parts = row.schedule ?? [];
    expect(parts.reduce((sum, one) => sum + one.sum, 0)).toBe(row.total_minor);
    expect(row.paid_minor).toBe(580_00);
    expect(row.due_date).toBe(dueBy(parts, settledOf(row)));
  }
});
