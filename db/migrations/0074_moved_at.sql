-- Money counts from the day it came, also where it was booked later: cash of Friday that is typed in on Monday.
alter table allocations add column moved_at timestamptz;

-- An invoice can be made after its money came; nobody took less than no time to pay.
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
  insert into invoice_days as d values (i.business_id, i.currency, i.issue_date, sign, sign * i.total_minor, 0, 0, sign * i.balance_minor)
    on conflict (business_id, currency, day) do update set
      issued = d.issued + excluded.issued, issued_minor = d.issued_minor + excluded.issued_minor, unpaid_minor = d.unpaid_minor + excluded.unpaid_minor;
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
update invoice_days d set settled_seconds = d.settled_seconds - s.seconds from (
    select business_id, currency, (paid_at at time zone 'Africa/Lagos')::date as day, sum(extract(epoch from paid_at - sent_at)::bigint) as seconds
    from invoices where settled_as = 'paid' and paid_at < sent_at and deleted_at is null and state = 'active' group by 1, 2, 3) s
  where d.business_id = s.business_id and d.currency = s.currency and d.day = s.day;

-- What was typed in or seen in a statement so far.
alter table allocations disable trigger allocations_append_only;
update allocations a set moved_at = p.completed_at from payments p
  where p.business_id = a.business_id and p.id = a.payment_id and p.evidence <> 'provider'
    and a.created_at = p.created_at and p.completed_at < a.created_at;
alter table allocations enable trigger allocations_append_only;
update invoices i set paid_at = greatest(a.moved_at,
    (select max(coalesce(b.moved_at, b.created_at)) from allocations b
      where b.business_id = a.business_id and b.invoice_id = a.invoice_id and b.amount_minor > 0),
    (select max(s.created_at) from adjustments s
      where s.business_id = a.business_id and s.invoice_id = a.invoice_id and s.amount_minor > 0 and s.kind <> 'withholding'))
  from allocations a
  where a.business_id = i.business_id and a.invoice_id = i.id and a.moved_at is not null and a.amount_minor > 0 and i.paid_at = a.created_at;
