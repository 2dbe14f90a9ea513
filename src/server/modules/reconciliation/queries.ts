import { sql } from 'kysely';
import { type Currency, isCurrency } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { Span } from '#server/kernel/ports/index.ts';
import { clearing, fees } from '#server/modules/ledger/rules.ts';
import type { Expected } from './rules/balances.ts';
import type { OurPayment } from './rules/payments.ts';
import type { DiscrepancyRow, RunRow } from './table.ts';

const MOST = 500;

/** Our records of a provider's transactions, by their ids. */
export async function ourPayments(
  db: Db | Tx,
  provider: string,
  transactionIds: readonly string[],
): Promise<Map<string, OurPayment>> {
  if (transactionIds.length === 0) return new Map();
  const refundTotals = await refundsOf(db, provider, transactionIds);
  const found = new Map<string, OurPayment>();
  for (const row of await unmatchedRows(db, provider, transactionIds)) {
    const refunds = refundTotals.get(row.transaction_id);
    found.set(row.transaction_id, {
      as: row.reason === 'test_money' ? 'test_money' : 'parked',
      transactionId: row.transaction_id,
      businessId: row.business_id,
      status: row.settled_at ? 'refunded' : 'completed',
      currency: row.currency,
      amount: row.amount_minor,
      fee: isCurrency(row.currency) ? Number(row.fee) : null,
      refunded: row.settled_at ? row.amount_minor : 0,
      pendingRefund: refunds?.pendingRefund ?? 0,
      changedAt: latest(row.settled_at ?? row.received_at, refunds?.changedAt),
    });
  }
  for (const row of await paymentRows(db, provider, transactionIds)) {
    const refunds = refundTotals.get(row.transaction_id);
    found.set(row.transaction_id, {
      as: 'payment',
      transactionId: row.transaction_id,
      businessId: row.business_id,
      status: row.status,
      currency: row.currency,
      amount: row.amount_minor,
      fee: row.fee_minor,
      refunded: row.refunded_minor,
      pendingRefund: refunds?.pendingRefund ?? 0,
      changedAt: latest(row.created_at, refunds?.changedAt),
    });
  }
  return found;
}

const paymentRows = (db: Db | Tx, provider: string, ids: readonly string[]) =>
  db
    .selectFrom('payments')
    .select([
      'transaction_id',
      'business_id',
      'status',
      'currency',
      'amount_minor',
      'fee_minor',
      'refunded_minor',
      'created_at',
    ])
    .where('provider', '=', provider)
    .where('transaction_id', 'in', ids)
    .execute();

// Fee corrections of unmatched money have no column of their own.
const unmatchedRows = (db: Db | Tx, provider: string, ids: readonly string[]) =>
  db
    .selectFrom('unmatched_payments as u')
    .leftJoin('ledger_transfers as f', (join) =>
      join.on('f.ref', '=', sql<string>`'unmatched-fee:' || u.provider || ':' || u.transaction_id`),
    )
    .select([
      'u.transaction_id',
      'u.business_id',
      'u.reason',
      'u.currency',
      'u.amount_minor',
      'u.received_at',
      'u.settled_at',
    ])
    .select(
      sql<string>`coalesce(f.amount_minor, 0) + ${corrections(sql`u.provider`, sql`u.transaction_id`, 'payment_fee_differs')}`.as(
        'fee',
      ),
    )
    .where('u.provider', '=', provider)
    .where('u.transaction_id', 'in', ids)
    .execute();

/** Sum of the corrections of a payment's or payout's fee so far. */
const corrections = (
  provider: ReturnType<typeof sql>,
  subject: ReturnType<typeof sql>,
  kind: 'payment_fee_differs' | 'payout_fee_differs',
) => sql`(select coalesce(sum(d.amount_minor), 0) from discrepancies d
  where d.provider = ${provider} and d.subject = ${subject} and d.kind = ${kind} and d.outcome = 'mended')`;

type RefundTotals = { pendingRefund: number; changedAt: Date };

async function refundsOf(
  db: Db | Tx,
  provider: string,
  ids: readonly string[],
): Promise<Map<string, RefundTotals>> {
  const rows = await db
    .selectFrom('refunds')
    .select('transaction_id')
    .select((eb) => [
      sql<string>`coalesce(sum(amount_minor) filter (where status in ('pending', 'processing', 'needs_attention')), 0)`.as(
        'going_back',
      ),
      eb.fn.max('updated_at').as('changed_at'),
    ])
    .where('provider', '=', provider)
    .where('transaction_id', 'in', ids)
    .groupBy('transaction_id')
    .execute();
  return new Map(
    rows.map((row) => [
      row.transaction_id,
      { pendingRefund: Number(row.going_back), changedAt: row.changed_at as Date },
    ]),
  );
}

const latest = (a: Date, b: Date | undefined): Date => (b && b > a ? b : a);

/** Transactions of a span recorded as received money. */
export async function transactionsWithin(db: Db, provider: string, span: Span): Promise<string[]> {
  const payments = await db
    .selectFrom('payments')
    .select('transaction_id')
    .where('provider', '=', provider)
    .where('created_at', '>=', span.from)
    .where('created_at', '<', span.until)
    .where('status', 'in', ['completed', 'refunded'])
    .execute();
  const unmatched = await db
    .selectFrom('unmatched_payments')
    .select('transaction_id')
    .where('provider', '=', provider)
    .where('received_at', '>=', span.from)
    .where('received_at', '<', span.until)
    .execute();
  return [...payments, ...unmatched].map((row) => row.transaction_id);
}

const sealedPayout = [
  'id',
  'reference',
  'business_id',
  'status',
  'currency',
  'amount_minor',
  'fee_minor',
  'bank_code',
  'account_number_sealed',
  'account_number_last4',
  'sent_at',
  'next_poll_at',
  'updated_at',
] as const;

/** Withdrawals by the references a provider knows them under, with what their fee was corrected by. */
export async function withdrawalsByReference(db: Db | Tx, provider: string, references: readonly string[]) {
  if (references.length === 0) return [];
  return db
    .selectFrom('withdrawals')
    .select(sealedPayout)
    .select(
      corrections(sql`withdrawals.provider`, sql`withdrawals.reference`, 'payout_fee_differs')
        .$castTo<string>()
        .as('corrected'),
    )
    .where('provider', '=', provider)
    .where('reference', 'in', references)
    .execute();
}
export type SealedPayout = Awaited<ReturnType<typeof withdrawalsByReference>>[number];

/** The references of a span that a provider must know by now. */
export async function payoutsWithin(db: Db, provider: string, span: Span): Promise<string[]> {
  const rows = await db
    .selectFrom('withdrawals')
    .select('reference')
    .where('provider', '=', provider)
    .where('created_at', '>=', span.from)
    .where('created_at', '<', span.until)
    .where('status', 'in', ['processing', 'completed'])
    .execute();
  return rows.map((row) => row.reference);
}

/** Discrepancies waiting for a person, the oldest first. */
export function openDiscrepancies(db: Db | Tx, provider: string): Promise<DiscrepancyRow[]> {
  return db
    .selectFrom('discrepancies')
    .selectAll()
    .where('provider', '=', provider)
    .where('outcome', '=', 'needs_review')
    .where('settled_at', 'is', null)
    .orderBy('id')
    .limit(MOST)
    .execute();
}

/** Discrepancies recorded by one run. */
export function discrepanciesOf(db: Db, runId: string): Promise<DiscrepancyRow[]> {
  return db.selectFrom('discrepancies').selectAll().where('run_id', '=', runId).orderBy('id').execute();
}

export function runById(db: Db, id: string): Promise<RunRow> {
  return db.selectFrom('reconciliation_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Expected balance at a provider by our ledger at this instant. */
export async function expectedBalance(
  db: Db,
  provider: string,
  currency: Currency,
  today: string,
): Promise<Expected> {
  const { rows } = await sql<Record<keyof Expected, string>>`select
    (select coalesce(-sum(balance_minor), 0) from ledger_accounts
      where id in (${clearing(provider, currency).id}, ${fees(provider, currency).id})) as books,
    (select coalesce(sum(amount_minor + fee_minor), 0) from withdrawals
      where provider = ${provider} and currency = ${currency} and status = 'processing')
    + (select coalesce(sum(amount_minor), 0) from refunds
      where provider = ${provider} and currency = ${currency} and status in ('processing', 'needs_attention')) as leaving,
    (select coalesce(sum(amount_minor - fee_minor - refunded_minor), 0) from payments
      where provider = ${provider} and currency = ${currency} and status = 'completed' and settles_on >= ${today}) as unsettled,
    (select coalesce(sum(amount_minor), 0) from discrepancies
      where provider = ${provider} and currency = ${currency} and kind = 'balance_differs' and settled_by = 'operator') as accepted`.execute(
    db,
  );
  const [row] = rows;
  return {
    books: Number(row?.books),
    leaving: Number(row?.leaving),
    unsettled: Number(row?.unsettled),
    accepted: Number(row?.accepted),
  };
}

/** Whether a webhook received since an instant is still unprocessed. */
export async function hasPendingWebhooks(db: Db, provider: string, since: Date): Promise<boolean> {
  const waiting = await db
    .selectFrom('payment_notices')
    .select('event_id')
    .where('provider', '=', provider)
    .where('state', '=', 'received')
    .where('received_at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

/** A payout or refund sent so long ago that it should have ended. */
export type Unresolved = {
  what: 'payout' | 'refund';
  id: string;
  reference: string;
  provider: string;
  currency: Currency;
  amount_minor: number;
  sent_at: Date;
};

/** Money sent before an instant without a final state and without an alert at this stage. */
export async function unresolvedSince(
  db: Db,
  sentBefore: Date,
  stage: 'day' | 'week',
): Promise<Unresolved[]> {
  const { rows } = await sql<Unresolved>`select * from (
      select 'payout' as what, id, reference, provider, currency, amount_minor, sent_at from withdrawals where status = 'processing'
      union all
      select 'refund', id, reference, provider, currency, amount_minor, sent_at from refunds where status in ('processing', 'needs_attention')) open
    where sent_at <= ${sentBefore}
      and not exists (select 1 from operator_alerts a where a.about = open.id and a.stage = ${stage})
    order by sent_at limit ${sql.lit(MOST)}`.execute(db);
  return rows;
}

/** Unallocated funds without an alert to the operator. */
export type UnallocatedPayment = {
  provider: string;
  transaction_id: string;
  reference: string;
  currency: string;
  amount_minor: number;
};

/** Those funds, the longest waiting first. */
export async function unallocatedWithoutAlert(db: Db): Promise<UnallocatedPayment[]> {
  const { rows } = await sql<UnallocatedPayment>`
    select provider, transaction_id, reference, currency, amount_minor from unmatched_payments u
    where business_id is null and settled_at is null and reason <> 'test_money'
      and not exists (select 1 from operator_alerts a where a.about = u.provider || ':' || u.transaction_id)
    order by received_at limit ${sql.lit(MOST)}`.execute(db);
  return rows;
}
