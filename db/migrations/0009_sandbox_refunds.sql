-- The test provider gives back part of a payment, or all of it, on request or because the bank took it back.
alter table sandbox.settings
  add column refund_outcome text not null default 'completed' check (refund_outcome in
    ('completed', 'failed', 'needs_attention', 'processing', 'lost', 'refused'));

-- What went back of each payment, and what is on its way back: together never more than was paid.
alter table sandbox.payments
  add column refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  add column returning_minor bigint not null default 0 check (returning_minor >= 0);
update sandbox.payments set refunded_minor = amount_minor where status = 'refunded';
alter table sandbox.payments
  add check (refunded_minor + returning_minor <= amount_minor),
  add check ((status = 'refunded') = (refunded_minor = amount_minor));

-- A refund without a reference is one that nobody asked for: a chargeback, or money the bank took back.
create table sandbox.refunds (
  refund_id text primary key,
  reference text unique,
  transaction_id text not null references sandbox.payments,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('processing', 'completed', 'failed', 'needs_attention')),
  reason text not null,
  problem text,
  plan text check (plan in ('completed', 'failed', 'needs_attention')),
  next_at timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((plan is null) = (next_at is null)),
  check (plan is null or state = 'processing'),
  check ((settled_at is not null) = (state in ('completed', 'failed')))
);
create index refunds_transaction on sandbox.refunds (transaction_id);
create index refunds_listed on sandbox.refunds (created_at, refund_id);
create index refunds_due on sandbox.refunds (next_at) where next_at is not null;

-- Payments given back so far went back whole; when, only their notices tell.
insert into sandbox.refunds (refund_id, transaction_id, amount_minor, state, reason, created_at, settled_at)
select 'sbr_' || md5(transaction_id), transaction_id, amount_minor, 'completed', 'Given back by the bank', at, at
from sandbox.payments
cross join lateral (
  select coalesce(min(created_at), paid_at) as at from sandbox.notices
  where type = 'payment.refunded' and about = transaction_id
) told
where status = 'refunded';

-- Lists are read a page at a time in the order of their beginning, and backwards for the newest.
drop index sandbox.payments_newest;
create index payments_listed on sandbox.payments (created_at, transaction_id);
drop index sandbox.payouts_newest;
create index payouts_listed on sandbox.payouts (created_at, reference);
