import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_ZONE } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import type { Tx } from '#server/kernel/db.ts';
import { actingScope, type Ctx, lockBusiness, type SystemCtx } from '#server/kernel/scope.ts';
import { recordSecurityEvent } from '#server/modules/audit/commands.ts';
import { transfer } from '#server/modules/ledger/commands/transfer.ts';
import { available, clearing, fees } from '#server/modules/ledger/rules.ts';
import { declineQuote } from '#server/modules/quotes/commands/answer.ts';
import { sentQuote } from '#server/modules/quotes/testing.ts';
import { requestWithdrawal } from '#server/modules/withdrawals/commands/payout.ts';
import { verifyChains } from '#server/ops/ledger-checks/hash-chains.ts';
import { createFakeProvider, paidBy } from './fake-provider.ts';
import { newOwner, type Owner, type TestApp, testApp } from './harness.ts';
import { fundWallet } from './money.ts';

// Locks, seen where transactions run side by side: one holds what the other needs, and it is looked at what that one has taken.
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await testApp({}, { ports: paidBy(fake) });
  owner = await newOwner(app);
  await fundWallet(app, fake, owner, minor(10_000_00));
});
afterAll(() => app.close());

const ctxOf = (tx: Tx) =>
  ({ tx, now: app.config.clock(), origin: { clientAddress: '', userAgent: '' } }) as unknown as SystemCtx;

/** A bare transaction: deadlocks are not tried again here. */
const transaction = (work: (tx: Tx) => Promise<unknown>): Promise<unknown> =>
  app.system.db.transaction().execute((tx) => work(tx as Tx));

function gate() {
  let open = () => {};
  const opened = new Promise<void>((done) => {
    open = done;
  });
  return { open, opened };
}

/** Keeps what `take` has locked until `release` is called. */
async function holding(acquire: (tx: Tx) => Promise<unknown>) {
  const [acquired, released] = [gate(), gate()];
  const ended = transaction(async (tx) => {
    await acquire(tx);
    acquired.open();
    await released.opened;
  });
  await Promise.race([acquired.opened, ended]);
  return {
    release: async () => {
      released.open();
      await ended;
    },
  };
}

const WAITING = sql<{ n: number }>`select count(*)::int n from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/** Begins `work`; tells whether it came to wait for a lock or was done first. */
async function begun(work: Promise<unknown>) {
  let isDone = false;
  const ended = work.then(
    () => 'done',
    (error: unknown) => String(error),
  );
  void ended.then(() => {
    isDone = true;
  });
  for (;;) {
    if (isDone) return { ended, waited: false };
    const { rows } = await WAITING.execute(app.system.db);
    if (rows[0]?.n) return { ended, waited: true };
  }
}

const LINKED = sql`set constraints all immediate`;

test.each([
  [
    'log-ins with addresses nobody has',
    (tx: Tx) => recordSecurityEvent(ctxOf(tx), null, 'sign_in_failed', 'somebody'),
  ],
  [
    'transfers between accounts of our own',
    (tx: Tx, at: number) =>
      transfer(ctxOf(tx), {
        ref: `own:${at}`,
        from: clearing(`guard${at}`, 'NGN'),
        to: fees(`guard${at}`, 'NGN'),
        amount: minor(100),
        currency: 'NGN',
        reason: 'opening_balance',
        sourceId: 'guard',
      }),
  ],
])('two at once write one chain of %s', async (_, write) => {
  // The first stands with its link before the second looks for the last one.
  const first = await holding(async (tx) => {
    await write(tx, 1);
    await LINKED.execute(tx);
  });
  const second = await begun(transaction((tx) => write(tx, 2)));
  expect(second.waited).toBe(true);
  await first.release();
  expect(await second.ended).toBe('done');
  const { breaks, heads } = await verifyChains(app.system.db);
  expect(breaks).toEqual([]);
  expect(heads.filter(({ chain }) => chain === 'nobody' || chain === 'platform').length).toBeGreaterThan(0);
});

const LOCK_IT = (id: string, how: 'wait' | 'now') =>
  sql`select 1 from ledger_accounts where id = ${id} for no key update ${sql.raw(how === 'now' ? 'nowait' : '')}`;
const isFree = (id: string): Promise<boolean> =>
  transaction((tx) => LOCK_IT(id, 'now').execute(tx)).then(
    () => true,
    () => false,
  );

test('a transfer locks its accounts in the order of their ids, however the database comes upon them', async () => {
  const [early, late] = [clearing('guard-a', 'NGN'), clearing('guard-b', 'NGN')];
  expect(early.id < late.id).toBe(true);
  const move = (tx: Tx, [from, to]: [typeof early, typeof early], ref: string) =>
    transfer(ctxOf(tx), {
      ref,
      from,
      to,
      amount: minor(100),
      currency: 'NGN',
      reason: 'opening_balance',
      sourceId: 'guard',
    });
  // The later id stands first in the table, and it is read from end to end.
  for (const { id } of [late, early])
    await sql`insert into ledger_accounts (id, currency, may_be_negative) values (${id}, 'NGN', true)`.execute(
      app.system.db,
    );
  const both: [typeof early, typeof early][] = [
    [early, late],
    [late, early],
  ];
  for (const [at, pair] of both.entries()) {
    const holder = await holding((tx) => LOCK_IT(early.id, 'wait').execute(tx));
    const moving = await begun(
      transaction(async (tx) => {
        await sql`set local enable_indexscan = off`.execute(tx);
        await sql`set local enable_bitmapscan = off`.execute(tx);
        await sql`set local plan_cache_mode = force_custom_plan`.execute(tx);
        await move(tx, pair, `order:${at}`);
      }),
    );
    const seen = { waited: moving.waited, lateIsFree: await isFree(late.id) };
    await holder.release();
    expect(await moving.ended).toBe('done');
    expect(seen).toEqual({ waited: true, lateIsFree: true });
  }
});

test('a withdrawal waits for whatever else changes its business’s money, and has locked nothing of it by then', async () => {
  const { businessId, userId, email } = owner;
  const actor = { userId, businessId, email, sessionId: '', firstName: 'Adaeze', registered: true };
  const acting = actingScope(app.scope(), {
    ...actor,
    client: 'browser',
    currency: 'NGN',
    timeZone: DEFAULT_ZONE,
  });
  const work = (ctx: Ctx) =>
    requestWithdrawal(ctx, {
      type: 'self-withdraw',
      currency: 'NGN',
      amount: minor(1_000_00),
      fee: minor(0),
      provider: 'fake',
      bankCode: '058',
      bankName: 'GTB',
      accountNumber: '0108024071',
      accountName: 'ADAEZE OKAFOR',
      staff: null,
      description: null,
    });
  const holder = await holding((tx) => lockBusiness(tx, businessId));
  const withdrawing = await begun(acting.transact(work));
  const seen = { waited: withdrawing.waited, free: await isFree(available(businessId, 'NGN').id) };
  await holder.release();
  expect(await withdrawing.ended).toBe('done');
  expect(seen).toEqual({ waited: true, free: true });
});

test('an answer to a quote waits for whatever else changes its business’s invoices', async () => {
  const { businessId } = owner;
  const { id } = await sentQuote(owner);
  const holder = await holding((tx) => lockBusiness(tx, businessId));
  const answering = await begun(
    app.scope().transactFor(businessId, (ctx) => declineQuote(ctx, { businessId, id }, '')),
  );
  await holder.release();
  expect(await answering.ended).toBe('done');
  expect(answering.waited).toBe(true);
});
