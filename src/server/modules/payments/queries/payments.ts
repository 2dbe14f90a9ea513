import { sql } from 'kysely';
import type { AttemptFacts } from '#core/attempts.ts';
import { addDays, type CalendarDate, dateIn } from '#core/dates.ts';
import { type Currency, type Minor, minor } from '#core/money.ts';
import { cursorOf, LIST_CAP, pageFrom, likePattern } from '#core/pagination.ts';
import type { MethodFilter } from '#core/payment-methods.ts';
import type { Db } from '#server/kernel/db.ts';
import { paymentMethods } from '#server/kernel/ports/index.ts';
import { isOfInvoice, refundedBy, returningOf, shareOf } from '#server/modules/invoices/queries/attempts.ts';
import { ownPart } from '#server/modules/invoices/rules/attempts.ts';
import type { PaymentRow, PaymentStatus } from '../table.ts';

/** A payment with the names shown beside it. */
export type ListedPayment = PaymentRow & {
  invoice_number: string | null;
  customer_name: string | null;
  customer_email: string | null;
  /** Balance of its invoices now, in minor units; null for a payment of none. */
  balance_minor: Minor | null;
  other_invoices: number;
  /** The part of it that is on its way back, in minor units. */
  returning: Minor;
  refunded_by: AttemptFacts['refundedBy'];
};

/** The columns that stand beside a payment `p`, with its invoice `i` and its customer `c`. */
export const listedColumns = [
  'i.number as invoice_number',
  'c.name as customer_name',
  'c.email as customer_email',
] as const;
export const listedExpressions = () => [
  sql<Minor | null>`coalesce((select sum(o.balance_minor)::bigint from checkout_invoices c
    join invoices o on o.business_id = c.business_id and o.id = c.invoice_id
    where c.business_id = p.business_id and c.reference = p.reference and o.deleted_at is null), i.balance_minor)`.as(
    'balance_minor',
  ),
  // Those it paid; of one that has not come, those it was to pay.
  sql<number>`case when p.status in ('completed', 'refunded')
    then (select count(*) from (select from allocations a where a.business_id = p.business_id and a.payment_id = p.id
      and a.invoice_id is distinct from p.invoice_id group by a.invoice_id having sum(a.amount_minor) > 0) other)
    else (select count(*) from checkout_invoices c where c.business_id = p.business_id and c.reference = p.reference
      and c.invoice_id is distinct from p.invoice_id) end`.as('other_invoices'),
  returningOf('p').as('returning'),
  refundedBy('p').as('refunded_by'),
];

type PaymentFilters = {
  search?: string | undefined;
  status?: PaymentStatus | 'all' | undefined;
  method?: MethodFilter | 'all' | undefined;
  credit?: 'left' | undefined;
  period?: number | undefined;
  from?: CalendarDate | undefined;
  to?: CalendarDate | undefined;
  customerId?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
};

const isOfProvider = (method: MethodFilter): boolean => paymentMethods.some((one) => one === method);

/** Payments of one currency, newest first, with the cursor of the next page. */
export async function listPayments(
  db: Db,
  businessId: string,
  currency: Currency,
  filters: PaymentFilters,
  now: Date,
) {
  const limit = filters.limit ?? LIST_CAP;
  const after = cursorOf('pay', filters.cursor);
  const matching = matchingPayments(db, businessId, currency, filters, now);
  const rows = await matching
    .select(listedColumns)
    .select(listedExpressions)
    .selectAll('p')
    .$if(after !== null, (query) => query.where('p.id', '<', after ?? ''))
    .orderBy('p.id', 'desc')
    .limit(limit + 1)
    .execute();
  const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return { ...pageFrom<ListedPayment>(rows, limit), total };
}

function matchingPayments(
  db: Db,
  businessId: string,
  currency: Currency,
  filters: PaymentFilters,
  now: Date,
) {
  const from = filters.from ?? (filters.period ? addDays(dateIn(now), 1 - filters.period) : undefined);
  let query = db
    .selectFrom('payments as p')
    .leftJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 'p.business_id').onRef('i.id', '=', 'p.invoice_id'),
    )
    .leftJoin('customers as c', (join) =>
      join.onRef('c.business_id', '=', 'p.business_id').onRef('c.id', '=', 'p.customer_id'),
    )
    .where('p.business_id', '=', businessId)
    .where('p.currency', '=', currency);
  if (filters.status && filters.status !== 'all') query = query.where('p.status', '=', filters.status);
  const { method = 'all' } = filters;
  if (method === 'no_provider') query = query.where('p.evidence', '<>', 'provider');
  else if (method !== 'all')
    query = query
      .where('p.method', '=', method)
      .where('p.evidence', isOfProvider(method) ? '=' : '<>', 'provider');
  if (filters.customerId) query = query.where('p.customer_id', '=', filters.customerId);
  if (filters.credit)
    query = query.where(
      sql<boolean>`p.status = 'completed' and p.amount_minor > p.applied_minor + p.refunded_minor + p.surcharge_minor
        and p.amount_minor > p.applied_minor + p.refunded_minor + p.surcharge_minor + p.given_back_minor + ${returningOf('p')}`,
    );
  if (from) query = query.where('p.day', '>=', from);
  if (filters.to) query = query.where('p.day', '<=', filters.to);
  const like = likePattern(filters.search);
  if (like !== null)
    query = query.where(
      sql<boolean>`lower(coalesce(i.number, '') || ' ' || coalesce(i.customer_name, '') || ' ' || coalesce(i.customer_email, '') || ' ' || p.reference || ' ' || coalesce(p.note, '')) like lower(${like})`,
    );
  return query;
}

/** Payment attempts of one invoice, newest first; of money for several its part. */
export async function paymentsOfInvoice(
  db: Db,
  businessId: string,
  invoiceId: string,
): Promise<(PaymentRow & Pick<ListedPayment, 'refunded_by' | 'returning'>)[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .select([refundedBy('payments').as('refunded_by'), returningOf('payments').as('returning')])
    .select(shareOf(invoiceId).as('share_minor'))
    .where('business_id', '=', businessId)
    .where(isOfInvoice(businessId, invoiceId))
    .orderBy('id', 'desc')
    .execute();
  return rows.flatMap(ownPart);
}

/** The part of an invoice that money settled which a provider confirmed, credit among it; minor units. */
export async function confirmedPart(db: Db, businessId: string, invoiceId: string): Promise<Minor> {
  const { sum } = await db
    .selectFrom('allocations as a')
    .innerJoin('payments as p', (join) =>
      join.onRef('p.business_id', '=', 'a.business_id').onRef('p.id', '=', 'a.payment_id'),
    )
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('a.amount_minor'), sql<string>`0`).as('sum'))
    .where('a.business_id', '=', businessId)
    .where('a.invoice_id', '=', invoiceId)
    .where('p.evidence', '=', 'provider')
    .executeTakeFirstOrThrow();
  return minor(Number(sum));
}

type DayFigures = {
  completed: number;
  received: Minor;
  /** Of it, what the owner typed in. */
  typedIn: Minor;
  pending: number;
  failed: number;
  cancelled: number;
  refunded: number;
};
export type PaymentMetrics = {
  all: DayFigures;
  recent: DayFigures;
  before: DayFigures;
  settle: { all: number | null; recent: number | null; before: number | null };
};

const DAYS = 30;

/** Counts and sums of payments: of all time, of the last 30 days and of the 30 before them. */
export async function paymentMetrics(
  db: Db,
  businessId: string,
  currency: Currency,
  now: Date,
): Promise<PaymentMetrics> {
  const today = dateIn(now);
  const [start, earlier] = [addDays(today, 1 - DAYS), addDays(today, 1 - 2 * DAYS)];
  const span = sql<
    'recent' | 'before' | 'older'
  >`case when day >= ${start} then 'recent' when day >= ${earlier} then 'before' else 'older' end`;
  const rows = await db
    .selectFrom('payment_days')
    .select(['status', span.as('span')])
    .select((eb) => [
      eb.fn.sum<string>('payments').as('payments'),
      eb.fn.sum<string>('amount_minor').as('amount'),
      sql<string>`coalesce(sum(amount_minor) filter (where method like 'hand:%'), 0)`.as('typed'),
    ])
    .where('business_id', '=', businessId)
    .where('currency', '=', currency)
    .groupBy(['status', sql`span`])
    .execute();
  const settled = await db
    .selectFrom('invoice_days')
    .select(span.as('span'))
    .select((eb) => [
      eb.fn.sum<string>('settled').as('settled'),
      eb.fn.sum<string>('settled_seconds').as('seconds'),
    ])
    .where('business_id', '=', businessId)
    .where('currency', '=', currency)
    .groupBy(sql`span`)
    .execute();
  const figures = (spans: string[]) => figuresOf(rows.filter((row) => spans.includes(row.span)));
  const hours = (spans: string[]) => hoursOf(settled.filter((row) => spans.includes(row.span)));
  const every = ['recent', 'before', 'older'];
  return {
    all: figures(every),
    recent: figures(['recent']),
    before: figures(['before']),
    settle: { all: hours(every), recent: hours(['recent']), before: hours(['before']) },
  };
}

function figuresOf(rows: { status: string; payments: string; amount: string; typed: string }[]): DayFigures {
  const count = (status: string) =>
    rows.filter((row) => row.status === status).reduce((sum, row) => sum + Number(row.payments), 0);
  const came = rows.filter((row) => row.status === 'completed');
  const sum = (part: 'amount' | 'typed') => minor(came.reduce((all, row) => all + Number(row[part]), 0));
  return {
    completed: count('completed'),
    received: sum('amount'),
    typedIn: sum('typed'),
    pending: count('pending'),
    failed: count('failed'),
    cancelled: count('cancelled'),
    refunded: count('refunded'),
  };
}

function hoursOf(rows: { settled: string; seconds: string }[]): number | null {
  const [invoices, seconds] = rows.reduce(
    ([count, sum], row) => [count + Number(row.settled), sum + Number(row.seconds)],
    [0, 0],
  );
  return invoices > 0 ? Math.round(seconds / invoices / 360) / 10 : null;
}
