-- A list of some weeks shows what is not paid whatever its age: how many that are was counted invoice by invoice.
lock table invoice_days in share row exclusive mode;
-- Of the invoices issued on a day, how many are not settled.
alter table invoice_days add column unpaid integer not null default 0;

create or replace function count_invoice(i invoices, sign integer) returns void language plpgsql as $$
declare
  invoice_state text := coalesce(i.settled_as, case when i.sent_at is null then 'pending' else 'open' end);
  -- The due date only matters while an invoice is open; the others of a month share one row.
  open_due date := case when invoice_state = 'open' then i.due_date else date '1970-01-01' end;
  owed bigint := case when invoice_state = 'open' then i.balance_minor else 0 end;
  lagos_day date := (i.paid_at at time zone 'Africa/Lagos')::date;
begin
  if i.deleted_at is not null then return; end if;
  insert into invoice_figures as f (business_id, currency, issue_month, due_date, state, invoices, total_minor, paid_minor, balance_minor)
    values (i.business_id, i.currency, date_trunc('month', i.issue_date)::date, open_due, invoice_state,
      sign, sign * i.total_minor, sign * i.paid_minor, sign * i.balance_minor)
    on conflict (business_id, currency, issue_month, due_date, state) do update set
      invoices = f.invoices + excluded.invoices, total_minor = f.total_minor + excluded.total_minor,
      paid_minor = f.paid_minor + excluded.paid_minor, balance_minor = f.balance_minor + excluded.balance_minor;
  insert into invoice_days as d values (i.business_id, i.currency, i.issue_date, sign, sign * i.total_minor, 0, 0, sign * i.balance_minor,
      case when i.paid_at is null then sign else 0 end)
    on conflict (business_id, currency, day) do update set
      issued = d.issued + excluded.issued, issued_minor = d.issued_minor + excluded.issued_minor, unpaid_minor = d.unpaid_minor + excluded.unpaid_minor,
      unpaid = d.unpaid + excluded.unpaid;
  -- Only money says how long customers take to pay.
  if i.settled_as = 'paid' and i.sent_at is not null then
    insert into invoice_days as d values
      (i.business_id, i.currency, lagos_day, 0, 0, sign, sign * greatest(extract(epoch from i.paid_at - i.sent_at)::bigint, 0))
      on conflict (business_id, currency, day) do update set
        settled = d.settled + excluded.settled, settled_seconds = d.settled_seconds + excluded.settled_seconds;
  end if;
  insert into customer_figures as c (business_id, currency, customer_id, invoices, invoiced_minor, owed_minor)
    values (i.business_id, i.currency, i.customer_id, sign, sign * i.total_minor, sign * owed)
    on conflict (business_id, currency, customer_id) do update set
      invoices = c.invoices + excluded.invoices, invoiced_minor = c.invoiced_minor + excluded.invoiced_minor,
      owed_minor = c.owed_minor + excluded.owed_minor;
end $$;

update invoice_days d set unpaid = o.unpaid from (
    select business_id, currency, issue_date, count(*) as unpaid from invoices
    where deleted_at is null and state = 'active' and paid_at is null group by 1, 2, 3) o
  where d.business_id = o.business_id and d.currency = o.currency and d.day = o.issue_date;
