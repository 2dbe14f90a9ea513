-- A customer has a name and a phone or an email. Numbers are stored as E.164, as `toE164` of core/phone.ts has them; what is no
-- number stays as it was typed until it is changed. First, as it locks nobody out.
with typed as (
  select business_id, id, regexp_replace(phone, '[\s().\u2010-\u2015\u00a0-]', '', 'g') as phone
  from customers where phone is not null
), stored as (
  select business_id, id, case
    when phone ~ '^0[1-9][0-9]{9}$' then '+234' || substr(phone, 2)
    when phone ~ '^[789][01][0-9]{8}$' then '+234' || phone
    when phone ~ '^([+]|00)?2340?[1-9][0-9]{9}$' then '+234' || right(phone, 10)
    when phone ~ '^([+]|00)(?!234)[1-9][0-9]{7,14}$' then '+' || regexp_replace(phone, '^([+]|00)', '')
  end as phone from typed
)
update customers c set phone = s.phone from stored s
  where s.business_id = c.business_id and s.id = c.id and s.phone is distinct from c.phone and s.phone is not null;

alter table customers
  add column notes text not null default '',
  -- The customer it was found to be; all it had is that one's.
  add column merged_into text,
  -- False where two have a number in common since before numbers had to differ, and for what an older version writes.
  add column phone_unique boolean not null default false;
create index customers_merged on customers (business_id, merged_into) where merged_into is not null;

update customers c set phone_unique = true
  where is_active and phone is not null and not exists (select 1 from customers other
    where other.business_id = c.business_id and other.phone = c.phone and other.is_active and other.id <> c.id);
create unique index customers_phone on customers (business_id, phone) where is_active and phone_unique;
create index customers_with_phone on customers (business_id, phone) where phone is not null;

-- Found by part of a number too. An index of its own, so that the large one need not be written anew.
create index customers_phone_search on customers using gin (business_id, phone gin_trgm_ops) where phone is not null;
create or replace function customers_like(of_business text, pattern text, most integer) returns setof text
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if shows_business(of_business) is not true then return; end if;
  return query execute 'select id from customers where business_id = $1
    and (lower(name || '' '' || email) like $2 or phone is not null and phone like $2) limit $3'
    using of_business, lower(pattern), most;
end $$;

-- ---------------------------------------------------------------- what a customer owes, and when it last paid

alter table customer_figures
  -- the balance of all that is sent and not paid
  add column owed_minor bigint not null default 0,
  -- the last payment of which something stayed
  add column last_paid_at timestamptz;

create index payments_of_customer on payments (business_id, customer_id, id) where customer_id is not null;
create index payments_last_of_customer on payments (business_id, customer_id, currency, completed_at)
  where status = 'completed' and amount_minor > refunded_minor;

-- Volatile: asked behind the lock of the row it is written to, it sees what another transaction committed meanwhile.
create function last_payment_of(p payments) returns timestamptz language sql volatile as $$
  select max(completed_at) from payments where business_id = p.business_id and customer_id = p.customer_id
    and currency = p.currency and status = 'completed' and amount_minor > refunded_minor
$$;

create or replace function count_invoice(i invoices, sign integer) returns void language plpgsql as $$
declare
  invoice_state text := case when i.paid_at is not null then 'paid' when i.sent_at is null then 'pending' else 'open' end;
  -- The due date only matters while an invoice is open; the others of a month share one row.
  open_due date := case when invoice_state = 'open' then i.due_date else date '1970-01-01' end;
  owed bigint := case when invoice_state = 'open' then i.total_minor - i.paid_minor else 0 end;
  lagos_day date := (i.paid_at at time zone 'Africa/Lagos')::date;
begin
  if i.deleted_at is not null then return; end if;
  insert into invoice_figures as f values
    (i.business_id, i.currency, date_trunc('month', i.issue_date)::date, open_due, invoice_state, sign, sign * i.total_minor, sign * i.paid_minor)
    on conflict (business_id, currency, issue_month, due_date, state) do update set
      invoices = f.invoices + excluded.invoices, total_minor = f.total_minor + excluded.total_minor, paid_minor = f.paid_minor + excluded.paid_minor;
  insert into invoice_days as d values (i.business_id, i.currency, i.issue_date, sign, sign * i.total_minor, 0, 0, sign * (i.total_minor - i.paid_minor))
    on conflict (business_id, currency, day) do update set
      issued = d.issued + excluded.issued, issued_minor = d.issued_minor + excluded.issued_minor, unpaid_minor = d.unpaid_minor + excluded.unpaid_minor;
  if i.paid_at is not null and i.sent_at is not null then
    insert into invoice_days as d values
      (i.business_id, i.currency, lagos_day, 0, 0, sign, sign * extract(epoch from i.paid_at - i.sent_at)::bigint)
      on conflict (business_id, currency, day) do update set
        settled = d.settled + excluded.settled, settled_seconds = d.settled_seconds + excluded.settled_seconds;
  end if;
  insert into customer_figures as c (business_id, currency, customer_id, invoices, invoiced_minor, owed_minor)
    values (i.business_id, i.currency, i.customer_id, sign, sign * i.total_minor, sign * owed)
    on conflict (business_id, currency, customer_id) do update set
      invoices = c.invoices + excluded.invoices, invoiced_minor = c.invoiced_minor + excluded.invoiced_minor,
      owed_minor = c.owed_minor + excluded.owed_minor;
end $$;

-- An invoice may change its customer.
create or replace trigger keep_invoice_figures
  after insert or delete
    or update of paid_minor, paid_at, sent_at, deleted_at, due_date, issue_date, state, total_minor, customer_id on invoices
  for each row execute function keep_invoice_figures();

create or replace function count_payment(p payments, sign integer) returns void language plpgsql as $$
declare
  stayed bigint := case when p.status = 'completed' then p.amount_minor - p.refunded_minor else p.amount_minor end;
begin
  insert into payment_days as d values (p.business_id, p.currency, p.day, p.method, p.status, sign, sign * stayed)
    on conflict (business_id, currency, day, method, status) do update set
      payments = d.payments + excluded.payments, amount_minor = d.amount_minor + excluded.amount_minor;
  if p.status = 'completed' and p.customer_id is not null then
    insert into customer_figures as c (business_id, currency, customer_id, received_minor, last_paid_at)
      values (p.business_id, p.currency, p.customer_id, sign * stayed, last_payment_of(p))
      on conflict (business_id, currency, customer_id) do update set
        received_minor = c.received_minor + excluded.received_minor, last_paid_at = last_payment_of(p);
  end if;
end $$;

update customer_figures f set owed_minor = o.owed from (
    select business_id, currency, customer_id, sum(total_minor - paid_minor) as owed from invoices
    where deleted_at is null and state = 'active' and paid_at is null and sent_at is not null group by 1, 2, 3) o
  where f.business_id = o.business_id and f.currency = o.currency and f.customer_id = o.customer_id;
update customer_figures f set last_paid_at = p.at from (
    select business_id, currency, customer_id, max(completed_at) as at from payments
    where status = 'completed' and amount_minor > refunded_minor and customer_id is not null group by 1, 2, 3) p
  where f.business_id = p.business_id and f.currency = p.currency and f.customer_id = p.customer_id;
