-- Money that came in another way than through a provider: in cash, by a card terminal, to the owner's own account.

alter table payments
  -- 'provider': confirmed by one. 'statement': seen in the bank's own statement. 'hand': somebody typed it.
  add column evidence text not null default 'provider' check (evidence in ('provider', 'statement', 'hand')),
  -- The user; null where a provider reported it.
  add column recorded_by text,
  add column note text,
  -- Why it was taken back.
  add column cancelled_reason text;
alter table payments drop constraint payments_method_check;
alter table payments
  add constraint payments_method_check
    check (method in ('bank_transfer', 'card', 'qr_code', 'ussd', 'wallet', 'cash', 'pos', 'cheque', 'other')) not valid,
  -- Such money is with no provider: nobody took a fee of it, and nothing of it can be sent back.
  add constraint payments_offline check ((provider = 'offline') = (evidence <> 'provider')
    and (evidence = 'provider' or (recorded_by is not null and fee_minor = 0 and surcharge_minor = 0 and refunded_minor = 0))) not valid;
alter table payments validate constraint payments_method_check;
alter table payments validate constraint payments_offline;

-- Only an alert or a screenshot: changes no invoice until somebody has looked into the bank.
create table payment_claims (
  business_id text not null,
  id text not null,
  invoice_id text not null,
  amount_minor bigint not null check (amount_minor > 0),
  day date not null,
  reference text not null,
  note text not null,
  said_by text not null,
  state text not null check (state in ('open', 'confirmed', 'dismissed')),
  -- The payment it became.
  payment_id text,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (business_id, id),
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete cascade,
  foreign key (business_id, payment_id) references payments (business_id, id),
  check ((state = 'open') = (settled_at is null)),
  check ((state = 'confirmed') = (payment_id is not null))
);
create index payment_claims_of_invoice on payment_claims (business_id, invoice_id, id);
create index payment_claims_open on payment_claims (business_id, id) where state = 'open';

-- Figures keep what was typed apart from what a provider confirmed; a payment that was taken back never was one.
create or replace function count_payment(p payments, sign integer) returns void language plpgsql as $$
declare
  stayed bigint := case when p.status = 'completed' then p.amount_minor - p.refunded_minor else p.amount_minor end;
  way text := case when p.evidence = 'provider' then p.method else p.evidence || ':' || p.method end;
begin
  if p.evidence = 'provider' or p.status <> 'cancelled' then
    insert into payment_days as d values (p.business_id, p.currency, p.day, way, p.status, sign, sign * stayed)
      on conflict (business_id, currency, day, method, status) do update set
        payments = d.payments + excluded.payments, amount_minor = d.amount_minor + excluded.amount_minor;
  end if;
  if p.status = 'completed' and p.customer_id is not null then
    insert into customer_figures as c (business_id, currency, customer_id, received_minor, last_paid_at)
      values (p.business_id, p.currency, p.customer_id, sign * stayed, last_payment_of(p))
      on conflict (business_id, currency, customer_id) do update set
        received_minor = c.received_minor + excluded.received_minor, last_paid_at = last_payment_of(p);
  end if;
end $$;
