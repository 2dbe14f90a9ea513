import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import { sentInvoice } from '#server/pages/receipt/testing.ts';
import { createFakeProvider, paidBy, reported } from '../../../../tests/fake-provider.ts';
import { documentOwner, newOwner, type Owner, sharedApp, type TestApp } from '../../../../tests/harness.ts';
import { rounds } from '../../../../tests/length.ts';
import { recordPayment } from './commands/record.ts';

const params = { currency: 'NGN' } as const;
const TOTAL = minor(1000_00);
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
  owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
});
afterAll(() => app.close());

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error) => (error instanceof ApiError ? error.code : String(error)),
  );

test('recorded by hand, paid through the provider and undone at once, an invoice takes each sum once', async () => {
  for (let trial = 0; trial < rounds(2, 8); trial++) {
    const invoice = await sentInvoice(app, owner);
    const body = { amount: minor(500_00), day: dateIn(app.config.clock()), method: 'cash' } as const;
    const record = (confirmDuplicate: boolean) =>
      owner.call(api.offlinePayments.record, {
        params: { ...params, id: invoice.id },
        body: { ...body, confirmDuplicate },
      });
    const { data: first } = await record(false);
    const paid = reported(invoice.reference, TOTAL);
    const undo = () =>
      owner.call(api.offlinePayments.undo, { params: { ...params, id: first.id }, body: {} });
    const [undone, told, recorded] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, () => codeOf(undo()))),
      Promise.all(
        Array.from({ length: 5 }, () =>
          app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, paid)),
        ),
      ),
      Promise.all(Array.from({ length: 5 }, () => codeOf(record(false)))),
    ]);
    expect(undone.filter((code) => code === 'done')).toHaveLength(1);
    expect(told.filter((outcome) => outcome === 'credited')).toHaveLength(1);
    expect(recorded.filter((code) => code === 'done').length).toBeLessThanOrEqual(1);
    const rows = await app.system.db
      .selectFrom('payments')
      .selectAll()
      .where('invoice_id', '=', invoice.id)
      .where('status', '=', 'completed')
      .execute();
    const row = await app.system.db
      .selectFrom('invoices')
      .selectAll()
      .where('id', '=', invoice.id)
      .executeTakeFirstOrThrow();
    const applied = rows.reduce((sum, { applied_minor }) => sum + applied_minor, 0);
    expect(row.paid_minor).toBe(applied);
    expect(applied).toBeLessThanOrEqual(TOTAL);
    expect(row.paid_at !== null).toBe(applied === TOTAL);
  }
  expect((await checkLedger(app.system.db)).filter((finding) => finding.breaches.length > 0)).toEqual([]);
});
