import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowances, ESTABLISHED_MONTHLY_INCOME, type TrustLevel } from '#contract/allowances.ts';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { majorToMinor } from '#core/money.ts';
import { createFakeProvider } from '../../../../tests/fake-provider.ts';
import {
  confirmAddress,
  newOwner,
  type Owner,
  refusalOf,
  sampleBusiness,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { fundWallet } from '../../../../tests/money.ts';

const params = { currency: 'NGN' } as const;
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ SESSION_IDLE_MINUTES: '1000000', SESSION_MAX_DAYS: '1000' });
});
afterAll(() => app.close());

const make = async (owner: Owner, clientEmail: string) => {
  const dueDate = addDays(dateIn(app.config.clock()), 7);
  const body = sampleInvoice({ clientName: clientEmail, clientEmail, dueDate });
  return (await owner.call(api.invoices.create, { params, body })).data.id;
};
const send = async (owner: Owner, clientEmail: string) =>
  owner.call(api.invoices.send, { params, body: { invoiceId: await make(owner, clientEmail) } });
const left = async (owner: Owner) =>
  (await owner.call(api.business.getProfile, { params: { userId: owner.userId } })).data.recipients;
const farAhead = () => addDays(dateIn(app.config.clock()), 300);
const person = (at: number) => `customer${at}@example.test`;

test('an unconfirmed owner writes to five new customers a day, and to them as often as needed', async () => {
  const owner = await newOwner(app);
  for (let at = 0; at < allowances.new.recipients; at++) await send(owner, person(at));
  expect(await left(owner)).toEqual({ most: 5, left: 0, raise: 'Confirm your email address to raise it' });
  const refusal = await refusalOf(send(owner, person(5)));
  expect(refusal).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect(refusal.message).toContain('Confirm your email address');
  await send(owner, person(0));
  await confirmAddress(app, owner);
  await send(owner, person(5));
  expect((await left(owner))?.most).toBe(allowances.confirmed.recipients);
});

test('the next day brings five more', async () => {
  const owner = await newOwner(app);
  for (let at = 0; at < allowances.new.recipients; at++) await send(owner, person(at));
  app.advance(DAY_MS);
  await send(owner, person(6));
  await send(owner, person(0));
  expect((await left(owner))?.left).toBe(4);
});

test('messages that come back lower the allowance, never to nothing', async () => {
  const owner = await newOwner(app);
  await send(owner, person(0));
  await app.store.db
    .updateTable('messages')
    .set({ state: 'bounced' })
    .where('business_id', '=', owner.businessId)
    .execute();
  expect((await left(owner))?.most).toBe(3);
  await send(owner, person(1));
  await app.store.db
    .insertInto('message_stops')
    .values(
      [1, 2, 3].map((at) => ({
        business_id: owner.businessId,
        channel: 'email' as const,
        address: person(at),
        stopped_at: app.config.clock(),
      })),
    )
    .execute();
  expect((await left(owner))?.most).toBe(1);
});

test('no business takes the name of an institution, at first or later', async () => {
  const owner = await newOwner(app, { register: false });
  const register = (name: string) =>
    owner.call(api.business.createProfile, { params, body: sampleBusiness(name) });
  expect(await refusalOf(register('Duewell Security Team'))).toMatchObject({
    status: 422,
    errors: [{ path: 'businessName' }],
  });
  await register('Zenith Tailors');
  const rename = owner.call(api.settings.updateProfile, {
    params: { ...params, id: owner.businessId },
    body: { businessName: 'Zenith Bаnk Alerts' },
  });
  expect(await refusalOf(rename)).toMatchObject({ status: 422, errors: [{ path: 'businessName' }] });
});

test('three months of enough income make it established, three of a little do not', async () => {
  const levelAfter = async (monthly: number): Promise<TrustLevel> => {
    const owner = await newOwner(app);
    await confirmAddress(app, owner);
    for (const _month of [1, 2, 3]) {
      await fundWallet(app, createFakeProvider(), owner, majorToMinor(monthly), farAhead());
      app.advance(29 * DAY_MS);
    }
    return (await owner.call(api.withdrawals.balance, { params })).data.allowance.level;
  };
  expect(await levelAfter(ESTABLISHED_MONTHLY_INCOME + 1)).toBe('established');
  expect(await levelAfter(ESTABLISHED_MONTHLY_INCOME - 1)).toBe('confirmed');
});
