import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { DAY_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import { recordPayment } from '#server/modules/payments/commands/record.ts';
import { pollRefund, runs } from '#server/modules/payments/flows/refunds.ts';
import { sweepUnallocated, sweepUnresolved } from '#server/modules/reconciliation/flows/unresolved.ts';
import { createFakeProvider, paidBy, payoutState, refundState, reported } from '../fake-provider.ts';
import { eventually, newOwner, type Owner, type TestApp, testApp } from '../harness.ts';
import { fundWallet, ownAccountPayout, PIN, setPin } from '../money.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
const errors: string[] = [];
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await testApp(
    { OPERATOR_EMAIL: 'operator@example.test', SESSION_IDLE_MINUTES: '100000' },
    {
      ports: paidBy(fake),
      log: { info: () => {}, warn: () => {}, error: (_, message) => errors.push(message) },
    },
  );
  owner = await newOwner(app);
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(50_000_00));
});
afterAll(() => app.close());

test('money without a conclusive word is told to the operator after a day and after a week, once each', async () => {
  fake.onSend = () => ({ reported: payoutState('unknown'), truth: payoutState('processing') });
  fake.onRefund = () => ({ told: refundState('processing'), truth: refundState('processing') });
  await owner.call(api.withdrawals.create, { params, body: ownAccountPayout(minor(1_000_00)) });
  const { data: paid } = await owner.call(api.payments.list, { params });
  const part = { amount: minor(40_00), reason: 'One tray too many', pin: PIN };
  const id = paid.transactions[0]?.id ?? '';
  await owner.call(api.payments.refund, { params: { ...params, id }, body: part });
  const { db } = app.system;
  await eventually(async () => {
    const open = [
      ...(await db.selectFrom('withdrawals').select('status').execute()),
      ...(await db.selectFrom('refunds').select('status').execute()),
    ];
    return open.length === 2 && open.every(({ status }) => status === 'processing');
  });
  const mails = async () =>
    (
      await db
        .selectFrom('messages')
        .select('key')
        .where('to_address', '=', 'operator@example.test')
        .execute()
    )
      .map(({ key }) => key.replace(/:\w+:/, ' ').split('-')[0] ?? '')
      .sort();
  const sweep = async () => {
    await sweepUnresolved(app.scope());
    return { mails: await mails(), errors: errors.splice(0).length };
  };
  expect(await sweep()).toEqual({ mails: [], errors: 0 });
  app.advance(DAY_MS + 60_000);
  const day = ['unresolved day', 'unresolved day'];
  expect(await sweep()).toEqual({ mails: day, errors: 2 });
  expect(await sweep()).toEqual({ mails: day, errors: 0 });
  app.advance(6 * DAY_MS);
  expect(await sweep()).toEqual({ mails: [...day, 'unresolved week', 'unresolved week'], errors: 2 });
  expect((await sweep()).errors).toBe(0);
});

test('a notice that comes before a refund was sent does not keep it from being sent', async () => {
  const { db } = app.system;
  const [refund] = await db.selectFrom('refunds').select('reference').execute();
  const reference = refund?.reference ?? '';
  fake.refunds.delete(reference);
  fake.onRefund = () => ({ told: refundState('completed'), truth: refundState('completed') });
  const unsent = { status: 'pending', sent_at: null, next_poll_at: null } as const;
  await db.updateTable('refunds').set(unsent).where('reference', '=', reference).execute();
  expect(await pollRefund(app.scope(), reference)).toBe('pending');
  await runs.refund(app.scope(), { reference });
  expect((await db.selectFrom('refunds').select('status').execute())[0]?.status).toBe('completed');
});

test('money of nobody is told to the operator once, and its way back needs no word of ours', async () => {
  const orphan = reported('nobodys-reference', minor(700_00));
  const deliver = (payment: typeof orphan) =>
    app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, payment));
  expect(await deliver(orphan)).toBe('unmatched');
  errors.length = 0;
  await sweepUnallocated(app.scope());
  await sweepUnallocated(app.scope());
  expect(errors).toHaveLength(1);
  const rows = await app.system.db
    .selectFrom('messages')
    .select('key')
    .where('key', 'like', 'orphan:%')
    .execute();
  expect(rows).toEqual([{ key: `orphan:fake:${orphan.transactionId}` }]);
  expect(await deliver({ ...orphan, status: 'refunded' })).toBe('refunded');
});
