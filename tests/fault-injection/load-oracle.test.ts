import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { sentInvoice } from '#server/pages/receipt/testing.ts';
import { documentOwner, newOwner, type Owner, type TestApp, testApp } from '../harness.ts';
import type { LoadRequest } from './load.ts';
import { checkAnswers } from './load-oracle.ts';

const params = { currency: 'NGN' } as const;
const TOTAL = minor(1000_00);
const OVER = minor(300_00);

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await testApp({});
  owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
});
afterAll(() => app.close());

const overpaid = async (): Promise<string> => {
  const { id } = await sentInvoice(app, owner);
  const day = dateIn(app.config.clock());
  const body = { amount: minor(TOTAL + OVER), day, method: 'cash' as const, keepRestAsCredit: true };
  await owner.call(api.offlinePayments.record, { params: { ...params, id }, body });
  return id;
};

const asked = (effect: string, amount: number): LoadRequest => ({
  key: 'credit-use-1',
  kind: 'credit-use',
  owner,
  path: '',
  method: 'POST',
  body: '',
  effect,
  amount,
  isNameless: true,
  answered: undefined,
  sentAt: 0,
  answeredAt: 1,
  answer: { status: 200, text: '{}' },
  rejections: 0,
});

test('a use of credit counts whole that took its moment before the money came, and waited for it', async () => {
  await overpaid();
  app.advance(60_000);
  const later = await overpaid();
  const { id: invoiceId } = await sentInvoice(app, owner);
  const { customer_id } = await app.system.db
    .selectFrom('invoices')
    .select('customer_id')
    .where('business_id', '=', owner.businessId)
    .where('id', '=', later)
    .executeTakeFirstOrThrow();
  // As a request does that a failover held up on its way to the lock of the business.
  app.advance(-30_000);
  const { data } = await owner.call(api.customerCredit.apply, {
    params: { ...params, id: customer_id ?? '' },
    body: { invoiceId },
  });
  expect(data.used).toBe(2 * OVER);
  const about = async (amount: number) =>
    (await checkAnswers(app.system.db, [asked(`credit to ${invoiceId}`, amount)])).filter(
      ({ key }) => key === 'credit-use-1',
    );
  expect(await about(data.used)).toEqual([]);
  expect(await about(data.used + 1)).toMatchObject([{ kind: 'lost' }]);
  expect(await about(data.used - 1)).toMatchObject([{ kind: 'doubled' }]);
});
