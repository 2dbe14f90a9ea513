-- Refunds in full and in part, payouts that are asked about on the clock, staff who are paid, the switch that stops
-- payouts, and what reconciliation finds.

-- ---------------------------------------------------------------- payments in

alter table payments
  add column refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  add column settles_on date,
  add constraint payments_shared_out check (applied_minor + refunded_minor <= amount_minor);

-- Money going back to a customer: what an owner asked for, and what a provider did by itself (a reversal, a chargeback).
create table refunds (
  business_id text not null,
  id text not null,
  reference text not null unique,
  -- null for money that was never matched to an invoice
  payment_id text,
  provider text not null,
  transaction_id text not null,
  payment_reference text not null,
  origin text not null check (origin in ('owner', 'provider')),
  currency currency_code not null,
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null,
  status text not null check (status in ('pending', 'processing', 'needs_attention', 'completed', 'failed')),
  -- in the provider's words, when it did not go through or waits for somebody
  note text,
  provider_id text,
  tries integer not null default 0,
  next_ask_at timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, payment_id) references payments (business_id, id)
);
create index refunds_payment on refunds (business_id, payment_id);
create index refunds_transaction on refunds (provider, transaction_id);
create index refunds_due on refunds (next_ask_at) where next_ask_at is not null;
create unique index refunds_unmatched on refunds (provider, transaction_id) where payment_id is null and status <> 'failed';

-- What went back before refunds had rows of their own.
insert into refunds (business_id, id, reference, payment_id, provider, transaction_id, payment_reference, origin, currency,
    amount_minor, reason, status, created_at, updated_at)
  select p.business_id, replace(p.id, 'pay_', 'rfd_'), replace(p.id, 'pay_', 'rfd-'), p.id, p.provider, p.transaction_id, p.reference,
    'provider', p.currency, p.amount_minor, 'Given back by the provider', 'completed', p.created_at, p.created_at
  from payments p join ledger_transfers t on t.ref = 'payment:' || p.id where p.status = 'refunded';
update payments p set refunded_minor = p.amount_minor from refunds r where r.business_id = p.business_id and r.payment_id = p.id;

alter table unmatched_payments add column settled_at timestamptz;
alter table payment_notices drop constraint payment_notices_subject_check;
alter table payment_notices add constraint payment_notices_subject_check check (subject in ('payment', 'payout', 'refund', 'other'));

-- What a customer paid is what stayed: figures count a payment less what went back of it.
create or replace function count_payment(p payments, sign integer) returns void language plpgsql as $$
declare
  stayed bigint := case when p.status = 'completed' then p.amount_minor - p.refunded_minor else p.amount_minor end;
begin
  insert into payment_days as d values (p.business_id, p.currency, p.day, p.method, p.status, sign, sign * stayed)
    on conflict (business_id, currency, day, method, status) do update set
      payments = d.payments + excluded.payments, amount_minor = d.amount_minor + excluded.amount_minor;
  if p.status = 'completed' and p.customer_id is not null then
    insert into customer_figures as c values (p.business_id, p.currency, p.customer_id, 0, 0, sign * stayed)
      on conflict (business_id, currency, customer_id) do update set received_minor = c.received_minor + excluded.received_minor;
  end if;
end $$;
drop trigger keep_payment_figures on payments;
create trigger keep_payment_figures after insert or delete or update of status, day, amount_minor, refunded_minor, method, customer_id on payments
  for each row execute function keep_payment_figures();

-- ---------------------------------------------------------------- withdrawals

alter table withdrawals
  add column batch_id text,
  add column next_ask_at timestamptz,
  -- no conclusive word within a day: somebody is told
  add column alerted_at timestamptz,
  -- none within a week: a person decides
  add column needs_review_at timestamptz;
update withdrawals set next_ask_at = updated_at where status = 'processing';
create index withdrawals_due on withdrawals (next_ask_at) where next_ask_at is not null;
create index withdrawals_batch on withdrawals (business_id, batch_id) where batch_id is not null;

alter table business_profiles add column payout_changed_at timestamptz;

create table staff (
  business_id text not null,
  id text not null,
  name text not null,
  email text not null,
  phone text,
  bank_code text not null, bank_name text not null, account_name text not null,
  account_number_sealed text not null, account_number_last4 text not null,
  usual_amount_minor bigint check (usual_amount_minor > 0),
  currency currency_code not null,
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id)
);
create index staff_list on staff (business_id, currency, lower(name), id) where archived_at is null;

-- ---------------------------------------------------------------- watch over the books

-- No payout leaves while one of these has not ended.
create table payout_freezes (
  id text primary key,
  reason text not null,
  findings jsonb not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create unique index payout_freezes_one on payout_freezes ((true)) where ended_at is null;

-- Work that one process does at a time, when it is due.
create table periodic_work (
  name text primary key,
  due_at timestamptz not null
);

create table reconciliation_runs (
  id text primary key,
  provider text not null,
  span_from timestamptz not null,
  span_until timestamptz not null,
  items integer not null default 0,
  found integer not null default 0,
  mended integer not null default 0,
  problem text,
  started_at timestamptz not null,
  finished_at timestamptz
);
create index reconciliation_runs_newest on reconciliation_runs (provider, started_at desc);

-- Where a provider's list and our books do not agree. Never changed but for how it ended.
create table discrepancies (
  id text primary key,
  run_id text not null references reconciliation_runs,
  provider text not null,
  kind text not null,
  -- the transaction, payout or refund it is about
  subject text not null,
  business_id text,
  currency text,
  ours text not null,
  theirs text not null,
  outcome text not null check (outcome in ('mended', 'needs_review')),
  reason text not null,
  found_at timestamptz not null,
  settled_at timestamptz,
  settled_reason text
);
create unique index discrepancies_open on discrepancies (provider, kind, subject) where outcome = 'needs_review' and settled_at is null;
create index discrepancies_run on discrepancies (run_id);

-- When a checkout nobody gave notice of is asked about next.
alter table checkouts
  add column asks integer not null default 0,
  add column next_ask_at timestamptz;
create index checkouts_due on checkouts (next_ask_at) where next_ask_at is not null;

update unmatched_payments u set settled_at = t.created_at from ledger_transfers t
  where t.ref = 'unmatched-refund:' || u.provider || ':' || u.transaction_id;
