-- How a discrepancy ended and by whom; what somebody accepted is not reported again.
alter table discrepancies
  -- how far apart the two sides are, in minor units, where that is a sum
  add column amount_minor bigint,
  add column settled_by text check (settled_by in ('run', 'operator')),
  add check ((settled_at is null) = (settled_by is null));
create index discrepancies_subject on discrepancies (provider, subject);

-- What somebody was told of once: `day` when money had no conclusive word for a day, `week` when for a week.
create table operator_alerts (
  about text not null,
  stage text not null check (stage in ('day', 'week')),
  told_at timestamptz not null,
  primary key (about, stage)
);

-- Ours of a span, to look for what a provider's list does not have.
create index payments_of_provider on payments (provider, created_at);
create index unmatched_of_provider on unmatched_payments (provider, received_at);
create index withdrawals_of_provider on withdrawals (provider, created_at);

-- Demonstrations made so far put payments and payouts into our books that the test provider never saw: now it did.
insert into sandbox.payments (transaction_id, reference, status, amount_minor, fee_minor, refunded_minor, currency, method, created_at, paid_at)
  select transaction_id, reference, status, amount_minor, fee_minor, case when status = 'refunded' then amount_minor else 0 end,
    currency, method, created_at, case when status in ('completed', 'refunded') then coalesce(completed_at, created_at) end
  from payments where provider = 'sandbox' and transaction_id like 'demo\_%'
  on conflict do nothing;
insert into sandbox.refunds (refund_id, transaction_id, amount_minor, state, reason, created_at, settled_at)
  select 'sbr_' || md5(transaction_id), transaction_id, amount_minor, 'completed', 'Given back by the bank', created_at, created_at
  from sandbox.payments where status = 'refunded' and transaction_id like 'demo\_%'
  on conflict do nothing;
insert into sandbox.payouts (reference, amount_minor, fee_minor, currency, bank_code, account_number, account_name, narration, plan, state, created_at, settled_at)
  select w.reference, w.amount_minor, w.fee_minor, w.currency, w.bank_code, '******' || w.account_number_last4, coalesce(w.account_name, ''),
    '', 'completed', 'completed', w.created_at, w.updated_at
  from withdrawals w
  where w.provider = 'sandbox' and w.status = 'completed' and not exists (select 1 from sandbox.payouts p where p.reference = w.reference)
    and exists (select 1 from payments p where p.business_id = w.business_id and p.provider = 'sandbox' and p.transaction_id like 'demo\_%');
