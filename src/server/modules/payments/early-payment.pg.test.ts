import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import { sentInvoice } from '#server/pages/receipt/testing.ts';
import { createFakeProvider, paidBy, reported } from '../../../../tests/fake-provider.ts';
import { documentOwner, newOwner, type Owner, sharedApp, type TestApp } from '../../../../tests/harness.ts';
import { recordPayment } from './commands/record.ts';

const params = { currency: 'NGN' } as const;
const LOWER = minor(980_00);
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
  owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
});
afterAll(() => app.close());

test('the lower sum paid several times at one moment takes the discount once', async () => {
  const today = dateIn(app.config.clock());
  for (let trial = 0; trial < 5; trial++) {
    const early = { earlyPayment: { percent: 200, until: addDays(today, 1) } };
    const { id, reference } = await sentInvoice(app, owner, early);
    const money = [
      reported(reference, LOWER),
      reported(reference, LOWER),
      reported(reference, minor(490_00)),
    ];
    await Promise.all([
      ...money.map((one) => app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, one))),
      owner
        .call(api.offlinePayments.record, {
          params: { ...params, id },
          body: { amount: minor(490_00), day: today, method: 'cash', keepRestAsCredit: true },
        })
        .catch(() => null),
    ]);
    const { data } = await owner.call(api.creditNotes.list, { params, query: { invoiceId: id } });
    expect(data.map(({ total }) => total)).toEqual([20_00]);
    const { data: invoice } = await owner.call(api.invoices.detail, { params: { ...params, id } });
    expect(invoice).toMatchObject({ amountPaid: LOWER, credited: 20_00, balance: 0 });
  }
  expect((await checkLedger(app.system.db)).filter(({ breaches }) => breaches.length > 0)).toEqual([]);
});
