import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { minor } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { type Actor, type Ctx, nothingAtCommit, type SystemScope } from '#server/kernel/scope.ts';
import { resumePayouts } from '#server/modules/ledger/commands/freezes.ts';
import { currentFreeze } from '#server/modules/ledger/queries.ts';
import { recordPayment } from '#server/modules/payments/commands/record.ts';
import { requestWithdrawal } from '#server/modules/withdrawals/commands/payout.ts';
import { createFakeProvider, paidBy, reported } from '../../../../tests/fake-provider.ts';
import { type Owner, refusalOf, type TestApp, testApp } from '../../../../tests/harness.ts';
import { fundWallet, ownAccountPayout } from '../../../../tests/money.ts';
import { checkLedgerWhenDue } from './monitor.ts';
import { corruptions, fullLedger, inCorrupted } from './testing.ts';

const params = { currency: 'NGN' } as const;
const OPERATOR = 'operator@example.test';
const FIVE_MINUTES_MS = 5 * 60_000;
const fake = createFakeProvider();
const errors: string[] = [];
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await testApp(
    { OPERATOR_EMAIL: OPERATOR },
    {
      ports: paidBy(fake),
      log: { info: () => {}, warn: () => {}, error: (_, message) => errors.push(message) },
    },
  );
  owner = await fullLedger(app, fake);
});
afterAll(() => app.close());

const ctxOn = (tx: Tx): Ctx => ({
  tx,
  now: app.config.clock(),
  actor: { businessId: owner.businessId, email: owner.email } as Actor,
  enqueue: () => {},
  sealer: app.system.sealer,
  vault: app.system.vaultOn(tx),
  publicUrl: '',
  sendsWhatsApp: false,
  origin: { clientAddress: 'test', userAgent: '' },
  atCommit: nothingAtCommit(),
});
const scopeOn = (tx: Tx): SystemScope => ({
  ...app.scope(),
  db: tx,
  transactAsSystem: (work) => work(ctxOn(tx)),
});
const aPayout = {
  type: 'self-withdraw',
  currency: 'NGN',
  amount: minor(100),
  fee: minor(0),
  provider: 'fake',
  bankCode: '058',
  bankName: 'Guaranty Trust Bank (GTB)',
  accountNumber: '0108024071',
  accountName: 'ADAEZE OKAFOR',
  staff: null,
  description: null,
} as const;

const toldOn = async (db: Db) =>
  (await db.selectFrom('messages').select('key').where('to_address', '=', OPERATOR).execute()).length;

test('payouts stay stopped, and money comes in, until an operator lets them go', async () => {
  const nudge = (by: number) =>
    sql`update ledger_accounts set balance_minor = balance_minor + ${by} where id like 'suspense:%'`.execute(
      app.system.db,
    );
  const withdraw = () =>
    owner.call(api.withdrawals.create, { params, body: ownAccountPayout(minor(100_00)) });
  await checkLedgerWhenDue(app.scope());
  await withdraw();

  await nudge(1);
  await checkLedgerWhenDue(app.scope());
  expect(await currentFreeze(app.system.db), 'checked only a moment ago').toBeNull();
  app.advance(FIVE_MINUTES_MS);
  await Promise.all([checkLedgerWhenDue(app.scope()), checkLedgerWhenDue(app.scope())]);
  expect(errors.splice(0)).toHaveLength(1);
  expect(await refusalOf(withdraw())).toMatchObject({ code: 'payouts_paused' });
  const { data: before } = await owner.call(api.withdrawals.balance, { params });
  await fundWallet(app, fake, owner, minor(3_000_00));
  const { data: after } = await owner.call(api.withdrawals.balance, { params });
  expect(after.available - before.available).toBe(2_999_00);
  app.advance(FIVE_MINUTES_MS);
  await checkLedgerWhenDue(app.scope());
  expect({ told: await toldOn(app.system.db), errors: errors.splice(0).length }).toEqual({
    told: 1,
    errors: 1,
  });

  await nudge(-1);
  await app.scope().transactAsSystem((ctx) => resumePayouts(ctx, 'Put right'));
  app.advance(FIVE_MINUTES_MS);
  await checkLedgerWhenDue(app.scope());
  await withdraw();
  expect(errors).toEqual([]);
  app.advance(FIVE_MINUTES_MS);
});

test.each(corruptions)('one run notices a breach of $breaks and stops payouts: $sql', async (corruption) => {
  const seen = await inCorrupted(app, corruption.sql, async (tx) => {
    const before = { freeze: await currentFreeze(tx), mails: await toldOn(tx) };
    await checkLedgerWhenDue(scopeOn(tx));
    const freeze = await currentFreeze(tx);
    const refusal = await requestWithdrawal(ctxOn(tx), aPayout).catch((error: { code: string }) => error);
    const came = await recordPayment(ctxOn(tx), fake, reported('of-nobody', minor(900)));
    return {
      before: before.freeze,
      found: freeze?.findings.map(({ id }) => id),
      refusal,
      mails: (await toldOn(tx)) - before.mails,
      came,
    };
  });
  expect(seen).toMatchObject({
    before: null,
    refusal: { code: 'payouts_paused' },
    mails: 1,
    came: 'unmatched',
  });
  expect(seen.found).toContain(corruption.breaks);
  expect(errors.splice(0).join()).toContain(corruption.breaks);
});
