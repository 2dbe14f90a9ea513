import { sql } from 'kysely';
import type { CalendarDate } from '#core/dates.ts';
import { type Minor, ZERO } from '#core/money.ts';
import { type Db, together } from '#server/kernel/db.ts';
import type { Account, Month, Movement, Period, StatementRecords } from '../rules.ts';

/** Of the movements of a period the newest `most`; `addsUpOlder`: what is older by month, else not at all. */
export type Extent = { most: number; addsUpOlder: boolean };

/** The records of a customer's account in one currency, each on its day in the business's zone. */
export async function statementRecords(
  db: Db,
  account: Account,
  { from, to, most, addsUpOlder }: Period & Extent,
  timeZone: string,
): Promise<StatementRecords> {
  const movements = movementsOf(account, timeZone);
  const inPeriod = sql`select * from (${movements}) m where day between ${from} and ${to}
    order by day desc, sort desc, id desc`;
  const [sums, moved, months, open] = await together(db, (one) =>
    Promise.all([
      sql<{ opening: Minor; closing: Minor; lines: number; returning: Minor }>`select
          coalesce(sum(amount) filter (where day < ${from}), 0)::bigint as opening, coalesce(sum(amount), 0)::bigint as closing,
          count(*) filter (where day >= ${from}) as lines,
          (${returningCredit(account, to, timeZone)}) as returning
        from (${movements}) m where day <= ${to}`.execute(one),
      sql<Movement>`select day, kind, ${numberOf(account)} as number, amount
        from (${inPeriod} limit ${most}) m
        order by day, sort, id`.execute(one),
      addsUpOlder
        ? sql<Month>`select date_trunc('month', day)::date as month, count(*) as lines, sum(amount)::bigint as amount
            from (${inPeriod} offset ${most}) m group by 1 order by 1`.execute(one)
        : { rows: [] },
      sql<StatementRecords['open'][number]>`${openInvoices(account, to, timeZone)}`.execute(one),
    ]),
  );
  const { opening = ZERO, closing = ZERO, returning = ZERO, lines = 0 } = sums.rows[0] ?? {};
  return { opening, closing, returning, lines, months: months.rows, movements: moved.rows, open: open.rows };
}

const of = ({ businessId, customerId, currency }: Account) =>
  sql`business_id = ${businessId} and customer_id = ${customerId} and currency = ${currency}`;

// A customer knows of an invoice once it was sent, or once something was settled on it.
const invoicesOf = (account: Account) => sql`(select * from invoices where ${of(account)}
  and deleted_at is null and state = 'active'
  and (sent_at is not null or paid_minor + credited_minor + withheld_minor + written_off_minor > 0))`;

// Money counts without what its payer paid for the fee; a payment that was undone never was.
const moneyOf = (account: Account) => sql`(select *, amount_minor - surcharge_minor as amount
  from payments where ${of(account)} and status in ('completed', 'refunded'))`;

// The number of the invoice a movement is about, and of money for several how many more: looked up for what is shown alone.
const numberOf = ({ businessId }: Account) => sql`coalesce((select number from invoices i
    where i.business_id = ${businessId} and i.id = m.invoice_id), '')
  || coalesce(' +' || nullif((select count(distinct a.invoice_id) from payments p
      join checkout_invoices c on c.business_id = p.business_id and c.reference = p.reference
      join allocations a on a.business_id = p.business_id and a.payment_id = p.id and a.invoice_id = c.invoice_id
      where p.business_id = ${businessId} and p.id = m.payment_id and a.invoice_id <> p.invoice_id), 0), '')`;

const dayOf = (instant: ReturnType<typeof sql>, timeZone: string) =>
  sql`(${instant} at time zone ${timeZone}::text)::date`;

// On the day it was made, or of the invoice where that is dated ahead.
const adjustedOn = (timeZone: string) => sql`greatest(${dayOf(sql`a.created_at`, timeZone)}, i.issue_date)`;

const moved = (timeZone: string) => dayOf(sql`coalesce(a.moved_at, a.created_at)`, timeZone);

// Of a fee that went back too, nothing is owed.
const beforeThis = sql`coalesce(sum(r.amount_minor) over (
  partition by p.id order by r.updated_at, r.id rows between unbounded preceding and 1 preceding), 0)`;

const movementsOf = (account: Account, timeZone: string) => sql`
  select issue_date as day, 1 as sort, 'invoice'::text as kind, total_minor as amount, id, id as invoice_id, null::text as payment_id
    from ${invoicesOf(account)} i
  union all
  select ${adjustedOn(timeZone)}, 2, case a.kind when 'early_discount' then 'credit_note' else a.kind end, -a.amount_minor, a.id, i.id, null
    from ${invoicesOf(account)} i join adjustments a on a.business_id = i.business_id and a.invoice_id = i.id
  union all
  select ${dayOf(sql`coalesce(p.completed_at, p.created_at)`, timeZone)}, 3, 'payment', -amount, id, invoice_id, id
    from ${moneyOf(account)} p
  union all
  select ${dayOf(sql`r.updated_at`, timeZone)}, 4, 'refund',
      greatest(0, least(r.amount_minor, p.amount - ${beforeThis}))::bigint, r.id, p.invoice_id, p.id
    from ${moneyOf(account)} p
    join refunds r on r.business_id = p.business_id and r.payment_id = p.id and r.status = 'completed'
  union all
  select given_back_on, 4, 'refund', given_back_minor, id, invoice_id, id from ${moneyOf(account)} p where given_back_minor > 0`;

// Credit of each payment that a refund under way on that day takes first; the rest of it comes off an invoice once it is there.
const returningCredit = (account: Account, to: CalendarDate, timeZone: string) => sql`
  select coalesce(sum(least(under_way, greatest(0, unused))), 0)::bigint from (
    select sum(r.amount_minor) filter (where not r.ended) as under_way,
      p.amount - case when p.given_back_on <= ${to} then p.given_back_minor else 0 end
        - coalesce(sum(r.amount_minor) filter (where r.ended and r.status = 'completed'), 0)
        - coalesce((select sum(a.amount_minor) from allocations a
          where a.business_id = p.business_id and a.payment_id = p.id and ${moved(timeZone)} <= ${to}), 0) as unused
    from ${moneyOf(account)} p
    join (select *, status in ('completed', 'failed') and ${dayOf(sql`updated_at`, timeZone)} <= ${to} as ended from refunds
      where business_id = ${account.businessId} and ${dayOf(sql`created_at`, timeZone)} <= ${to}) r
      on r.business_id = p.business_id and r.payment_id = p.id
    group by p.business_id, p.id, p.amount, p.given_back_on, p.given_back_minor) p
  where under_way > 0`;

// By money alone, whose last came by then: most invoices, of which nothing has to be added up.
const paidBy = (to: CalendarDate, timeZone: string) =>
  sql`(paid_at is not null and paid_minor = total_minor and ${dayOf(sql`paid_at`, timeZone)} <= ${to})`;

// An allocation counts on the day its money came, which may be before it was booked. `offset 0`: added up once for each invoice, not
// anew wherever the sum is used.
const openInvoices = (account: Account, to: CalendarDate, timeZone: string) => sql`
  select number, case when sent_at is not null then public_id end as "publicId", issue_date as issued, due_date as due, total_minor as total, settled, total_minor - settled as open,
    schedule
  from (select i.*, (coalesce((select sum(a.amount_minor) from allocations a
        where a.business_id = i.business_id and a.invoice_id = i.id and ${moved(timeZone)} <= ${to}), 0)
      + coalesce((select sum(a.amount_minor) from adjustments a
        where a.business_id = i.business_id and a.invoice_id = i.id and ${adjustedOn(timeZone)} <= ${to}), 0))::bigint as settled
    from ${invoicesOf(account)} i where issue_date <= ${to} and not ${paidBy(to, timeZone)} offset 0) i
  where settled <> total_minor order by due_date, id`;
