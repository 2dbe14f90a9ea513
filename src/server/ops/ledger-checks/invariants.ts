import type { Invariant } from './invariant.ts';
import { settlement } from './settlement-invariants.ts';

const ledger: Invariant[] = [
  {
    id: 'LED-1',
    promise: 'every transfer moves a positive amount between two accounts of its own currency',
    breaches: `select t.ref as id from ledger_transfers t
      left join ledger_accounts d on d.id = t.debit_account left join ledger_accounts c on c.id = t.credit_account
      where t.amount_minor <= 0 or t.debit_account = t.credit_account or d.currency is distinct from t.currency or c.currency is distinct from t.currency`,
  },
  {
    id: 'LED-2',
    promise: 'all balances of a currency sum to zero',
    breaches: `select currency || ' is off by ' || sum(balance_minor) as id from ledger_accounts group by currency having sum(balance_minor) <> 0`,
  },
  {
    id: 'LED-4',
    promise: 'every balance is the sum of its transfers, and only accounts that may are below zero',
    breaches: `with moved as (
        select account, sum(amount) as amount from (
          select credit_account as account, amount_minor as amount from ledger_transfers union all
          select debit_account, -amount_minor from ledger_transfers) moves group by account)
      select a.id from ledger_accounts a left join moved m on m.account = a.id
      where a.balance_minor <> coalesce(m.amount, 0) or (not a.may_be_negative and a.balance_minor < 0)`,
  },
  {
    id: 'LED-5',
    promise: 'a hold ends exactly once: sent or given back, and what is held is what is on its way',
    breaches: `select w.id from withdrawals w
      left join ledger_transfers hold on hold.ref = 'hold:' || w.id left join ledger_transfers sent on sent.ref = 'sent:' || w.id
      left join ledger_transfers back on back.ref = 'back:' || w.id
      where hold.amount_minor is distinct from w.amount_minor + w.fee_minor
        or (sent.ref is not null and back.ref is not null)
        or (w.status in ('pending', 'processing') and (sent.ref is not null or back.ref is not null))
        or (w.status = 'completed' and sent.amount_minor is distinct from w.amount_minor)
        or (w.status = 'failed' and back.amount_minor is distinct from w.amount_minor + w.fee_minor)
        or (w.status = 'reversed' and back.ref is null and sent.ref is null)
      union all
      select a.id from ledger_accounts a
      left join (select business_id, currency, sum(held) as held from (
          select business_id, currency, amount_minor + fee_minor as held from withdrawals where status in ('pending', 'processing') union all
          select business_id, currency, amount_minor from refunds where payment_id is not null and status in ('pending', 'processing', 'needs_attention')) holds
        group by 1, 2) w on w.business_id = a.business_id and w.currency = a.currency
      where a.id like 'biz:%:held' and a.balance_minor <> coalesce(w.held, 0)`,
  },
  {
    id: 'LED-9',
    promise: 'every transfer names the payment, withdrawal, refund, finding or parked money that caused it',
    // One join, because a chain of them is planned badly while the tables are new.
    breaches: `select t.ref as id from ledger_transfers t
      left join (select id from payments union all select id from withdrawals union all select id from refunds
        union all select id from discrepancies union all select transaction_id from unmatched_payments) causes on causes.id = t.cause
      where t.reason <> 'opening_balance' and causes.id is null`,
  },
];

const invoices: Invariant[] = [
  {
    id: 'INV-1',
    promise: 'stored lines reproduce the stored totals',
    // A discount is shared among tax codes to the kobo: the share of what is taxed is its exact part, rounded to either side.
    breaches: `select i.id from invoices i
      left join (select business_id, invoice_id, sum(total_minor) as subtotal,
          coalesce(sum(total_minor) filter (where tax_code = 'standard'), 0) as taxable,
          bool_and(total_minor = round(rate_minor::numeric * quantity_micro / 1000000) - discount_minor
            and (discount_bps is null
              or discount_minor = round(round(rate_minor::numeric * quantity_micro / 1000000) * discount_bps / 10000))) as exact
        from invoice_items group by 1, 2) l on l.business_id = i.business_id and l.invoice_id = i.id
      cross join lateral (select l.taxable - i.discount_minor * l.taxable / i.subtotal_minor as left_over) t
      cross join lateral (select case when i.prices_include_tax then 10000 + i.tax_bps else 10000 end as whole) p
      where l.subtotal is distinct from i.subtotal_minor or not l.exact
        or i.tax_minor not in (round(floor(t.left_over) * i.tax_bps / p.whole), round(ceil(t.left_over) * i.tax_bps / p.whole))
        or i.total_minor <> i.subtotal_minor - i.discount_minor + case when i.prices_include_tax then 0 else i.tax_minor end`,
  },
  {
    id: 'INV-2',
    promise: "a business's invoice numbers have no gap and no repeat, and those of its counter neither",
    breaches: `select b.business_id as id from business_profiles b
      left join counters c using (business_id)
      join (select business_id, count(*) as made, count(distinct number) as numbers, count(*) filter (where number like 'C-%') as sold
        from invoices group by 1) i using (business_id)
      where i.made <> i.numbers or i.made - i.sold <> b.next_invoice_number - 1 or i.sold <> coalesce(c.next_number, 1) - 1`,
  },
  {
    id: 'INV-3',
    promise:
      'total = paid + credited + withheld + written off + balance, each as its rows say, and settled exactly when nothing is left',
    breaches: `select i.id from invoices i
      left join (select business_id, invoice_id, sum(amount_minor) as applied from allocations group by 1, 2) a
        on a.business_id = i.business_id and a.invoice_id = i.id
      left join (select business_id, invoice_id, coalesce(sum(amount_minor) filter (where kind in ('credit_note', 'early_discount')), 0) as credited,
          coalesce(sum(amount_minor) filter (where kind = 'withholding'), 0) as withheld,
          coalesce(sum(amount_minor) filter (where kind = 'write_off'), 0) as written_off from adjustments group by 1, 2) s
        on s.business_id = i.business_id and s.invoice_id = i.id
      where i.paid_minor <> coalesce(a.applied, 0) or i.credited_minor <> coalesce(s.credited, 0)
        or i.withheld_minor <> coalesce(s.withheld, 0) or i.written_off_minor <> coalesce(s.written_off, 0)
        or i.balance_minor <> i.total_minor - i.paid_minor - i.credited_minor - i.withheld_minor - i.written_off_minor
        or (i.paid_at is not null) <> (i.balance_minor = 0)`,
  },
];

const payments: Invariant[] = [
  {
    id: 'PAY-1',
    promise:
      'a completed payment entered the wallet once, in full, with its fee and every correction of it beside it',
    breaches: `with corrected as (
        select d.provider, d.subject, sum(case when t.credit_account like 'fees:%' then t.amount_minor else -t.amount_minor end) as amount
        from ledger_transfers t join discrepancies d on d.id = t.cause
        where t.reason = 'fee_corrected' and d.kind = 'payment_fee_differs' group by 1, 2)
      select p.id from payments p
      left join ledger_transfers t on t.ref = 'payment:' || p.id
      left join lateral (select sum(amount_minor) filter (where reason = 'payment_received') as came,
          sum(amount_minor) filter (where reason = 'provider_fee') as taken
        from ledger_transfers where cause = p.id) m on true
      left join corrected c on c.provider = p.provider and c.subject = p.transaction_id
      where p.evidence = 'provider' and ((p.status = 'completed' and m.came is distinct from p.amount_minor)
        or (p.status in ('pending', 'failed', 'cancelled') and t.ref is not null)
        or (t.ref is not null and coalesce(m.taken, 0) + coalesce(c.amount, 0) <> p.fee_minor))`,
  },
  {
    id: 'PAY-2',
    promise:
      'money that came without a provider is in no transfer, and nothing of it was refunded through one',
    breaches: `select p.id from payments p where p.evidence <> 'provider' and (p.refunded_minor <> 0 or p.fee_minor <> 0
        or exists (select from ledger_transfers t where t.cause = p.id)
        or exists (select from refunds r where r.business_id = p.business_id and r.payment_id = p.id))`,
  },
  {
    id: 'PAY-3',
    promise:
      'what was applied of a payment is the sum of its allocations and, with what went back, never more than arrived; what the owner sent or handed back neither',
    breaches: `select p.id from payments p
      left join (select business_id, payment_id, sum(amount_minor) as applied from allocations group by 1, 2) a
        on a.business_id = p.business_id and a.payment_id = p.id
      where p.applied_minor <> coalesce(a.applied, 0) or p.applied_minor + p.refunded_minor > p.amount_minor
        or (p.given_back_minor > 0 and p.given_back_minor + greatest(p.applied_minor, (select coalesce(sum(r.amount_minor), 0)
          from refunds r where r.business_id = p.business_id and r.payment_id = p.id and r.origin = 'owner' and r.status <> 'failed')) > p.amount_minor)
        or (p.status <> 'completed' and p.applied_minor <> 0)`,
  },
  {
    id: 'PAY-5',
    promise: 'money that matches nothing is in suspense, to the last kobo, until it went back',
    breaches: `select u.transaction_id as id from unmatched_payments u
      left join ledger_transfers t on t.ref = 'unmatched:' || u.provider || ':' || u.transaction_id
      left join ledger_transfers b on b.ref = 'unmatched-refund:' || u.provider || ':' || u.transaction_id
      where u.reason <> 'test_money' and u.currency in ('NGN', 'USD')
        and (t.amount_minor is distinct from u.amount_minor or (u.settled_at is not null) <> (b.ref is not null)
          or b.amount_minor <> u.amount_minor)`,
  },
  {
    id: 'PAY-7',
    promise:
      'what went back of a payment left the books, to the last kobo, and all of it makes the payment refunded',
    breaches: `select p.id from payments p
      left join (select cause, sum(amount_minor) as back from ledger_transfers where reason in ('payment_refunded', 'refund_shortfall') group by 1) r on r.cause = p.id
      left join (select business_id, payment_id, sum(amount_minor) as given from refunds where status = 'completed' group by 1, 2) g
        on g.business_id = p.business_id and g.payment_id = p.id
      left join ledger_transfers t on t.ref = 'payment:' || p.id
      where p.refunded_minor <> coalesce(r.back, 0) or p.refunded_minor <> coalesce(g.given, 0)
        or (p.status = 'refunded' and t.ref is not null) <> (p.refunded_minor = p.amount_minor)`,
  },
  {
    id: 'REF-1',
    promise:
      'what an owner gives back is held once and ends once: gone to the customer or in the balance again',
    breaches: `select r.id from refunds r
      left join ledger_transfers hold on hold.ref = 'refund-hold:' || r.id left join ledger_transfers gone on gone.ref = 'refund:' || r.id
      left join ledger_transfers back on back.ref = 'refund-back:' || r.id
      where r.payment_id is not null and r.origin = 'owner' and (hold.amount_minor is distinct from r.amount_minor
        or (r.status = 'completed' and (gone.amount_minor is distinct from r.amount_minor or back.ref is not null))
        or (r.status = 'failed' and (back.amount_minor is distinct from r.amount_minor or gone.ref is not null))
        or (r.status in ('pending', 'processing', 'needs_attention') and (gone.ref is not null or back.ref is not null)))`,
  },
];

const figures: Invariant[] = [
  {
    id: 'FIG-1',
    promise: 'the invoice figures of the dashboard are those of the invoices',
    breaches: `with fresh as (
        select business_id, currency, date_trunc('month', issue_date)::date as issue_month,
          case when paid_at is null and sent_at is not null then due_date else date '1970-01-01' end as due_date,
          coalesce(settled_as, case when sent_at is null then 'pending' else 'open' end) as state,
          count(*) as invoices, sum(total_minor) as total_minor, sum(paid_minor) as paid_minor, sum(balance_minor) as balance_minor
        from invoices where deleted_at is null and state = 'active' group by 1, 2, 3, 4, 5)
      select coalesce(f.business_id, k.business_id) as id from fresh f
      full join (select * from invoice_figures where invoices <> 0 or total_minor <> 0 or paid_minor <> 0 or balance_minor <> 0) k
        using (business_id, currency, issue_month, due_date, state)
      where (f.invoices, f.total_minor, f.paid_minor, f.balance_minor)
        is distinct from (k.invoices, k.total_minor, k.paid_minor, k.balance_minor)`,
  },
  {
    id: 'FIG-2',
    promise: 'the payment figures of the dashboard are those of the payments',
    breaches: `with fresh as (select business_id, currency, day, case when evidence = 'provider' then method else evidence || ':' || method end as method, status, count(*) as payments, sum(received_of(p)) as amount_minor from payments p where evidence = 'provider' or status <> 'cancelled' group by 1, 2, 3, 4, 5)
      select coalesce(f.business_id, k.business_id) as id from fresh f
      full join (select * from payment_days where payments <> 0 or amount_minor <> 0) k using (business_id, currency, day, method, status)
      where (f.payments, f.amount_minor) is distinct from (k.payments, k.amount_minor)`,
  },
  {
    id: 'FIG-3',
    promise: "each customer's figures are those of their invoices and payments",
    breaches: `with invoiced as (select business_id, currency, customer_id, count(*) as invoices, sum(total_minor) as amount,
          coalesce(sum(balance_minor) filter (where paid_at is null and sent_at is not null), 0) as owed
        from invoices where deleted_at is null and state = 'active' group by 1, 2, 3),
        received as (select business_id, currency, customer_id, sum(received_of(p)) as amount,
          max(completed_at) filter (where amount_minor > refunded_minor) as last_at
        from payments p where status = 'completed' and customer_id is not null group by 1, 2, 3)
      select k.customer_id as id from customer_figures k
      left join invoiced i using (business_id, currency, customer_id) left join received r using (business_id, currency, customer_id)
      where k.invoices <> coalesce(i.invoices, 0) or k.invoiced_minor <> coalesce(i.amount, 0) or k.received_minor <> coalesce(r.amount, 0)
        or k.owed_minor <> coalesce(i.owed, 0) or k.last_paid_at is distinct from r.last_at
      union all
      select customer_id from invoiced where not exists (select 1 from customer_figures k where k.business_id = invoiced.business_id and k.currency = invoiced.currency and k.customer_id = invoiced.customer_id)`,
  },
];

/** Every ledger invariant, in the order they are printed. */
export const invariants: readonly Invariant[] = [
  ...ledger,
  ...invoices,
  ...payments,
  ...settlement,
  ...figures,
];
