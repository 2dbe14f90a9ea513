-- Money that comes changes the figures it is counted in with fewer statements; the figures are the same.

-- A customer's last payment is looked up only when one may have stopped counting; one that comes is compared with the last.
create or replace function count_payment(p payments, sign integer) returns void language plpgsql as $$
declare
  came bigint := received_of(p);
  way text := case when p.evidence = 'provider' then p.method else p.evidence || ':' || p.method end;
  last_paid timestamptz;
begin
  if p.evidence = 'provider' or p.status <> 'cancelled' then
    insert into payment_days as d values (p.business_id, p.currency, p.day, way, p.status, sign, sign * came)
      on conflict (business_id, currency, day, method, status) do update set
        payments = d.payments + excluded.payments, amount_minor = d.amount_minor + excluded.amount_minor;
  end if;
  if p.status = 'completed' and p.customer_id is not null then
    if sign < 0 then
      last_paid := last_payment_of(p);
    elsif p.amount_minor > p.refunded_minor then
      last_paid := p.completed_at;
    end if;
    insert into customer_figures as c (business_id, currency, customer_id, received_minor, last_paid_at)
      values (p.business_id, p.currency, p.customer_id, sign * came, last_paid)
      on conflict (business_id, currency, customer_id) do update set
        received_minor = c.received_minor + excluded.received_minor,
        last_paid_at = case when sign < 0 then excluded.last_paid_at else greatest(c.last_paid_at, excluded.last_paid_at) end;
  end if;
end $$;

-- A part of an invoice that is paid changes figures it is counted in already: one update of each, where taking it out and
-- putting it in took two.
create function recount_invoice(o invoices, n invoices) returns void language plpgsql as $$
declare
  is_open boolean := n.settled_as is null and n.sent_at is not null;
begin
  update invoice_figures set total_minor = total_minor + n.total_minor - o.total_minor,
      paid_minor = paid_minor + n.paid_minor - o.paid_minor, balance_minor = balance_minor + n.balance_minor - o.balance_minor
    where business_id = n.business_id and currency = n.currency and issue_month = date_trunc('month', n.issue_date)::date
      and due_date = case when is_open then n.due_date else date '1970-01-01' end
      and state = coalesce(n.settled_as, case when is_open then 'open' else 'pending' end);
  update invoice_days set issued_minor = issued_minor + n.total_minor - o.total_minor,
      unpaid_minor = unpaid_minor + n.balance_minor - o.balance_minor
    where business_id = n.business_id and currency = n.currency and day = n.issue_date;
  update customer_figures set invoiced_minor = invoiced_minor + n.total_minor - o.total_minor,
      owed_minor = owed_minor + case when is_open then n.balance_minor - o.balance_minor else 0 end
    where business_id = n.business_id and currency = n.currency and customer_id = n.customer_id;
end $$;

create or replace function keep_invoice_figures() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'active' and new.state = 'active' and old.deleted_at is null and new.deleted_at is null
    and (old.currency, old.customer_id, old.issue_date, old.due_date, old.sent_at, old.paid_at, old.settled_as)
      is not distinct from (new.currency, new.customer_id, new.issue_date, new.due_date, new.sent_at, new.paid_at, new.settled_as)
  then
    perform recount_invoice(old, new);
    return null;
  end if;
  if tg_op <> 'INSERT' and old.state = 'active' then perform count_invoice(old, -1); end if;
  if tg_op <> 'DELETE' and new.state = 'active' then perform count_invoice(new, 1); end if;
  return null;
end $$;
