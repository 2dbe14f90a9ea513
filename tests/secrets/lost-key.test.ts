import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { minor } from '#core/money.ts';
import { onEvent } from '#server/observability/events.ts';
import { createFakeProvider, paidBy } from '../fake-provider.ts';
import {
  newOwner,
  type Owner,
  printOwnAccount,
  refusalOf,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../harness.ts';
import { ownAccountPayout, payInvoice, PIN, setPin } from '../money.ts';

const params = { currency: 'NGN' } as const;
const REMEMBERED_MS = 11 * 60_000;
const fake = createFakeProvider();
const errors: string[] = [];
let reported = 0;
let stop = () => {};
let app: TestApp;

beforeAll(async () => {
  app = await testApp(
    {},
    {
      ports: paidBy(fake),
      log: { info: () => {}, warn: () => {}, error: (_, message) => errors.push(message) },
    },
  );
  stop = onEvent('unreadable', () => {
    reported += 1;
  });
});
afterAll(async () => {
  stop();
  await app.close();
});

const run = (text: ReturnType<typeof sql>) => text.execute(app.store.db);
const create = (owner: Owner) => owner.call(api.invoices.create, { params, body: sampleInvoice() });
const lose = ({ businessId }: Owner) => run(sql`delete from data_keys where business_id = ${businessId}`);
const damage = ({ businessId }: Owner) =>
  run(sql`update data_keys set wrapped = 'AAAA' || wrapped where business_id = ${businessId}`);

test.each([
  ['lost', lose],
  ['damaged', damage],
])(
  'a key that is %s closes what it sealed and nothing else, is told, and can be put back',
  async (_, fault) => {
    const [owner, other] = [await newOwner(app), await newOwner(app)];
    const { businessId } = owner;
    await setPin(owner);
    await printOwnAccount(owner);
    const { data: made } = await create(owner);
    const { rows: keys } = await run(sql`select * from data_keys where business_id = ${businessId}`);
    await fault(owner);
    app.advance(REMEMBERED_MS);
    const before = reported;
    const shown = async () =>
      (await owner.call(api.invoices.detail, { params: { ...params, id: made.id } })).data.bankDetails;

    expect((await owner.call(api.invoices.list, { params })).data.length).toBe(1);
    expect(await shown(), 'the account nobody can open').toBeNull();
    await payInvoice(app, fake, { businessId, invoiceId: made.id, amount: minor(5_000_00) });
    const { data: balance } = await owner.call(api.withdrawals.balance, { params });
    expect(balance.available).toBe(4_999_00);
    await create(other);
    for (const call of [
      () => create(owner),
      () => owner.call(api.business.verifyPin, { params, body: { pin: PIN } }),
      () => owner.call(api.withdrawals.create, { params, body: ownAccountPayout(minor(100_00)) }),
    ])
      expect(await refusalOf(call())).toMatchObject({ status: 503, message: /protected details/ });
    expect(reported - before).toBeGreaterThan(3);
    expect(errors.splice(0).join()).toContain('"The key of a business is lost"');

    const { password } = owner;
    await owner.call(api.business.createPin, { params, body: { pin: '8305', password } });
    await owner.call(api.settings.updatePayoutAccount, {
      params: { ...params, id: businessId },
      body: { bankCode: '044', accountNumber: '0222222222', pin: '8305', password },
    });
    await create(owner);

    // From a backup: beside the one that is in use now, under a number that is free.
    for (const key of keys as { id: string; wrapped: string }[])
      await run(sql`insert into data_keys select (jsonb_populate_record(null::data_keys,
      ${JSON.stringify({ ...key, version: 99, retired_at: app.config.clock() })}::jsonb)).*
      on conflict (id, business_id) do update set wrapped = excluded.wrapped`);
    expect((await shown())?.accountNumber).toBe('0108024071');
  },
);
