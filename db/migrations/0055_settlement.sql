-- An invoice is settled by more than money: total = paid + credited + withheld + written off + balance. Two of its terms are
-- generated, so that no statement can forget one.

alter table invoice_figures drop constraint invoice_figures_state_check;
alter table invoice_figures
  add constraint invoice_figures_state_check check (state in ('pending', 'open', 'paid', 'credited', 'written_off')),
  add column balance_minor bigint not null default 0;
update invoice_figures set balance_minor = total_minor - paid_minor where state <> 'paid';

alter table invoices
  drop constraint invoices_check2,
  drop constraint invoices_check3,
  add column credited_minor bigint not null default 0 check (credited_minor >= 0),
  add column withheld_minor bigint not null default 0 check (withheld_minor >= 0),
  add column written_off_minor bigint not null default 0 check (written_off_minor >= 0),
  add column balance_minor bigint not null
    generated always as (total_minor - paid_minor - credited_minor - withheld_minor - written_off_minor) stored
    check (balance_minor >= 0),
  -- How it was settled: by money, unless none came and all is credited, or more is written off than came.
  add column settled_as text generated always as (case
    when total_minor > paid_minor + credited_minor + withheld_minor + written_off_minor then null
    when paid_minor + withheld_minor = 0 and credited_minor >= written_off_minor and credited_minor > 0 then 'credited'
    when written_off_minor > paid_minor + withheld_minor then 'written_off'
    else 'paid' end) stored,
  -- `paid_at` is when it was settled, in whichever way.
  add constraint invoices_settled check ((paid_at is not null) = (settled_as is not null));

create table adjustments (
  business_id text not null,
  id text not null,
  invoice_id text not null,
  kind text not null check (kind in ('credit_note', 'withholding', 'write_off')),
  -- The credit note or the withholding it comes of.
  source_id text,
  -- Below zero it takes back.
  amount_minor bigint not null check (amount_minor <> 0),
  note text not null,
  -- The user; null where money caused it.
  made_by text,
  created_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete cascade,
  check ((source_id is null) = (kind = 'write_off'))
);
create index adjustments_of_invoice on adjustments (business_id, invoice_id, id);
create trigger adjustments_append_only before delete or truncate on adjustments
  for each statement execute function refuse_change();
-- Its note is text about people, which may have to be erased.
create trigger adjustments_unchanged before update on adjustments
  for each row when ((old.invoice_id, old.kind, old.source_id, old.amount_minor, old.created_at)
    is distinct from (new.invoice_id, new.kind, new.source_id, new.amount_minor, new.created_at))
  execute function refuse_change();

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
create or replace trigger keep_invoice_figures
  after insert or delete
    or update of paid_minor, credited_minor, withheld_minor, written_off_minor, paid_at, sent_at, deleted_at, due_date,
      issue_date, state, total_minor, customer_id on invoices
  for each row execute function keep_invoice_figures();
