-- What came in for the business of a payment: less what went back of it, and less the fee its payer bore on top, which
-- the provider keeps. Figures counted that fee as revenue.
create function received_of(p payments) returns bigint language sql immutable as $$
  select case when p.status = 'completed' then greatest(p.amount_minor - p.refunded_minor - p.surcharge_minor, 0) else p.amount_minor end
$$;

create or replace function count_payment(p payments, sign integer) returns void language plpgsql as $$
declare
  came bigint := received_of(p);
  way text := case when p.evidence = 'provider' then p.method else p.evidence || ':' || p.method end;
begin
  if p.evidence = 'provider' or p.status <> 'cancelled' then
    insert into payment_days as d values (p.business_id, p.currency, p.day, way, p.status, sign, sign * came)
      on conflict (business_id, currency, day, method, status) do update set
        payments = d.payments + excluded.payments, amount_minor = d.amount_minor + excluded.amount_minor;
  end if;
  if p.status = 'completed' and p.customer_id is not null then
    insert into customer_figures as c (business_id, currency, customer_id, received_minor, last_paid_at)
      values (p.business_id, p.currency, p.customer_id, sign * came, last_payment_of(p))
      on conflict (business_id, currency, customer_id) do update set
        received_minor = c.received_minor + excluded.received_minor, last_paid_at = last_payment_of(p);
  end if;
end $$;
drop trigger keep_payment_figures on payments;
create trigger keep_payment_figures
  after insert or delete
    or update of status, day, amount_minor, refunded_minor, surcharge_minor, method, customer_id on payments
  for each row execute function keep_payment_figures();

update payment_days d set amount_minor = d.amount_minor - f.fees from (
    select business_id, currency, day, method, sum(amount_minor - refunded_minor - received_of(p)) as fees from payments p
    where status = 'completed' and surcharge_minor > 0 group by 1, 2, 3, 4) f
  where d.status = 'completed' and d.business_id = f.business_id and d.currency = f.currency and d.day = f.day and d.method = f.method;
update customer_figures c set received_minor = c.received_minor - f.fees from (
    select business_id, currency, customer_id, sum(amount_minor - refunded_minor - received_of(p)) as fees from payments p
    where status = 'completed' and surcharge_minor > 0 and customer_id is not null group by 1, 2, 3) f
  where c.business_id = f.business_id and c.currency = f.currency and c.customer_id = f.customer_id;
