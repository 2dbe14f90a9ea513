import { sql } from 'kysely';
import { dateIn, plusMs } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import type { Tx } from '#server/kernel/db.ts';
import type { Vault } from '#server/kernel/vault.ts';
import { accountPlace } from '#server/modules/withdrawals/rules.ts';
import type { TestApp } from '../harness.ts';
import { ACCOUNT, listedPayment, listedPayout, type ListedProvider } from './listed-provider.ts';

/** Every way in which a record can correctly stand in both ledgers, by its share in a hundred. */
const shares = {
  completed: 52,
  part_refunded: 6,
  refunded: 4,
  refund_under_way: 3,
  pending: 4,
  failed: 4,
  parked: 4,
  test_money: 1,
  payout_completed: 14,
  payout_processing: 4,
  payout_failed: 2,
  payout_reversed: 2,
} as const;
export type Scenario = keyof typeof shares;

/** One record of both ledgers: the name of the transaction or payout, and its scenario. */
export type Item = { name: string; scenario: Scenario; at: Date };

type Row = Record<string, unknown>;
type Batch = { [Table in (typeof tables)[number]]: Row[] };
const tables = [
  'checkouts',
  'payments',
  'refunds',
  'unmatched_payments',
  'withdrawals',
  'ledger_transfers',
] as const;

type Business = { businessId: string; invoiceId: string; customerId: string };

/**
 * `count` records of the last day in both ledgers, equal in both; thousands within seconds, past every
 * trigger.
 */
export async function fillBoth(
  app: TestApp,
  provider: ListedProvider,
  business: Business,
  count: number,
  { from, until }: { from: Date; until: Date },
): Promise<Item[]> {
  const looks = Object.entries(shares).flatMap(([scenario, share]) =>
    Array<Scenario>(share).fill(scenario as Scenario),
  );
  const batch: Batch = {
    checkouts: [],
    payments: [],
    refunds: [],
    unmatched_payments: [],
    withdrawals: [],
    ledger_transfers: [],
  };
  const step = (until.getTime() - from.getTime()) / count;
  const items = Array.from({ length: count }, (_, i): Item => {
    // Strides over the hundred, so that every look is met early and everywhere.
    const scenario = looks[(i * 37) % looks.length] ?? 'completed';
    return { name: `x${String(i).padStart(6, '0')}`, scenario, at: plusMs(from, Math.floor(i * step)) };
  });
  await app.scope().transactAsSystem(async ({ tx, vault }) => {
    for (const item of items)
      if (item.scenario.startsWith('payout')) await addPayout(vault, provider, business, item, batch);
      else addPayment(provider, business, item, batch);
    await write(tx, batch);
  });
  return items;
}

function addPayment(provider: ListedProvider, business: Business, item: Item, batch: Batch): void {
  const { name, scenario, at } = item;
  const [clearing, fees] = ['clearing:listed:ngn', 'fees:listed:ngn'];
  const wallet = `biz:${business.businessId}:ngn:available`;
  const held = `biz:${business.businessId}:ngn:held`;
  const status =
    scenario === 'pending' || scenario === 'failed'
      ? scenario
      : scenario === 'refunded'
        ? scenario
        : 'completed';
  const arrived = status === 'completed' || status === 'refunded';
  const back = scenario === 'refunded' ? 100_000 : scenario === 'part_refunded' ? 30_000 : 0;
  const theirs = listedPayment(name, at, {
    status,
    refunded: minor(back),
    paidAt: arrived ? at : null,
    testMode: scenario !== 'test_money',
  });
  provider.records.set(name, theirs);
  if (scenario === 'parked' || scenario === 'test_money') return recordUnmatched(name, scenario, at, batch);
  const { businessId: business_id, invoiceId: invoice_id, customerId: customer_id } = business;
  const id = `pay_${name}`;
  batch.checkouts.push(checkoutRow(business, name, at));
  batch.payments.push({
    business_id,
    id,
    provider: 'listed',
    transaction_id: name,
    reference: theirs.reference,
    invoice_id,
    customer_id,
    currency: 'NGN',
    amount_minor: 100_000,
    fee_minor: 1_500,
    applied_minor: 0,
    refunded_minor: back,
    method: 'bank_transfer',
    status,
    test_mode: true,
    day: dateIn(at),
    created_at: at,
    completed_at: arrived ? at : null,
  });
  if (!arrived) return;
  const move = postTransfer(batch, at);
  move(`payment:${id}`, clearing, wallet, 100_000, 'payment_received', id);
  move(`fee:${id}`, wallet, fees, 1_500, 'provider_fee', id);
  if (scenario === 'completed') return;
  const rfd = `rfd_${name}`;
  const amount = scenario === 'refunded' ? 100_000 : 30_000;
  const origin = scenario === 'refunded' ? 'provider' : 'owner';
  const isOpen = scenario === 'refund_under_way';
  batch.refunds.push({
    business_id,
    id: rfd,
    reference: `rfd-${name}`,
    payment_id: id,
    provider: 'listed',
    transaction_id: name,
    payment_reference: theirs.reference,
    origin,
    currency: 'NGN',
    amount_minor: amount,
    reason: 'One tray too many',
    status: isOpen ? 'processing' : 'completed',
    tries: 0,
    next_poll_at: isOpen ? plusMs(at, 90 * 24 * 3_600_000) : null,
    sent_at: isOpen ? null : at,
    created_at: at,
    updated_at: at,
  });
  if (origin === 'owner') move(`refund-hold:${rfd}`, wallet, held, amount, 'refund_held', rfd);
  if (!isOpen)
    move(`refund:${rfd}`, origin === 'owner' ? held : wallet, clearing, amount, 'payment_refunded', id);
}

function recordUnmatched(name: string, scenario: Scenario, at: Date, batch: Batch): void {
  batch.unmatched_payments.push({
    provider: 'listed',
    transaction_id: name,
    reference: `ref_${name}`,
    currency: 'NGN',
    amount_minor: 100_000,
    reason: scenario === 'parked' ? 'unknown_reference' : 'test_money',
    received_at: at,
  });
  if (scenario !== 'parked') return;
  const move = postTransfer(batch, at);
  const [clearing, suspense] = ['clearing:listed:ngn', 'suspense:listed:ngn'];
  move(`unmatched:listed:${name}`, clearing, suspense, 100_000, 'unmatched_payment', name);
  move(`unmatched-fee:listed:${name}`, 'absorbed:listed:ngn', 'fees:listed:ngn', 1_500, 'provider_fee', name);
}

export const checkoutRow = ({ businessId, invoiceId }: Business, name: string, at: Date) => ({
  business_id: businessId,
  reference: `ref_${name}`,
  invoice_id: invoiceId,
  provider: 'listed',
  currency: 'NGN' as const,
  amount_minor: minor(100_000),
  poll_count: 9,
  checkout_url: null,
  account: null,
  ussd_code: null,
  created_at: at,
});

const states = {
  payout_completed: 'completed',
  payout_processing: 'processing',
  payout_failed: 'failed',
  payout_reversed: 'reversed',
} as const;

async function addPayout(
  vault: Vault,
  provider: ListedProvider,
  { businessId }: Business,
  item: Item,
  batch: Batch,
): Promise<void> {
  const { name, at } = item;
  const status = states[item.scenario as keyof typeof states];
  const id = `wdr_${name}`;
  provider.sent.push(listedPayout(name, at, { state: status }));
  batch.withdrawals.push({
    business_id: businessId,
    id,
    reference: name,
    type: 'self-withdraw',
    currency: 'NGN',
    amount_minor: 20_000,
    fee_minor: 2_500,
    bank_code: '058',
    bank_name: 'Guaranty Trust Bank (GTB)',
    account_name: 'ADAEZE OKAFOR',
    account_number_sealed: await vault.seal(businessId, accountPlace(businessId, id), ACCOUNT),
    account_number_last4: ACCOUNT.slice(-4),
    provider: 'listed',
    status,
    tries: 0,
    next_poll_at: status === 'processing' ? plusMs(at, 90 * 24 * 3_600_000) : null,
    // Recent enough that nobody has to be notified yet.
    sent_at: status === 'processing' ? plusMs(at, 8 * 3_600_000) : at,
    created_at: at,
    updated_at: at,
  });
  const wallet = `biz:${businessId}:ngn:available`;
  const held = `biz:${businessId}:ngn:held`;
  const move = postTransfer(batch, at);
  move(`hold:${id}`, wallet, held, 22_500, 'withdrawal_held', id);
  if (status === 'failed') move(`back:${id}`, held, wallet, 22_500, 'withdrawal_given_back', id);
  if (status === 'processing' || status === 'failed') return;
  move(`sent:${id}`, held, 'clearing:listed:ngn', 20_000, 'withdrawal_sent', id);
  move(`sent-fee:${id}`, held, 'fees:listed:ngn', 2_500, 'withdrawal_fee', id);
  if (status === 'completed') return;
  move(`reversed:${id}`, 'clearing:listed:ngn', wallet, 20_000, 'withdrawal_reversed', id);
  move(`reversed-fee:${id}`, 'fees:listed:ngn', wallet, 2_500, 'withdrawal_reversed', id);
}

const postTransfer =
  (batch: Batch, at: Date) =>
  (ref: string, from: string, to: string, amount: number, reason: string, cause: string): void =>
    void batch.ledger_transfers.push({
      ref,
      debit_account: from,
      credit_account: to,
      currency: 'NGN',
      amount_minor: amount,
      reason,
      cause,
      created_at: at,
    });

async function write(tx: Tx, batch: Batch): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(tx);
  for (const table of tables) {
    const columns = Object.keys(Object.assign({}, ...batch[table].slice(0, 200)));
    if (columns.length === 0) continue;
    const names = sql.raw(columns.map((column) => `"${column}"`).join(', '));
    await sql`insert into ${sql.table(table)} (${names})
      select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(batch[table])}::jsonb)`.execute(
      tx,
    );
  }
  await sql`insert into ledger_accounts (id, business_id, currency, may_be_negative)
    select distinct on (id) id, case when id like 'biz:%' then split_part(id, ':', 2) end, 'NGN'::currency_code,
      id not like 'biz:%' and id not like 'suspense:%'
    from (select debit_account as id from ledger_transfers union select credit_account from ledger_transfers) used
    on conflict do nothing`.execute(tx);
  await sql`update ledger_accounts a set balance_minor = moved.amount from (
      select account, sum(amount) as amount from (
        select credit_account as account, amount_minor as amount from ledger_transfers union all
        select debit_account, -amount_minor from ledger_transfers) moves group by account) moved
    where moved.account = a.id`.execute(tx);
  await sql`insert into payment_days
    select business_id, currency, day, method, status, count(*),
      sum(case when status = 'completed' then amount_minor - refunded_minor else amount_minor end)
    from payments group by 1, 2, 3, 4, 5`.execute(tx);
  await sql`update customer_figures f set received_minor = p.amount, last_paid_at = p.last_at from (
      select customer_id, sum(amount_minor - refunded_minor) as amount,
        max(completed_at) filter (where amount_minor > refunded_minor) as last_at
      from payments where status = 'completed' group by 1) p
    where p.customer_id = f.customer_id`.execute(tx);
}
