-- A sale at the counter that waits for money is a state of its invoice. Until now it was marked as deleted.
alter table invoices add column state text not null default 'active'
  check (state in ('active', 'awaiting_payment', 'cancelled', 'expired'));
update invoices i set state = 'awaiting_payment' from counter_sales s
  where s.business_id = i.business_id and s.invoice_id = i.id and s.waits_until is not null and i.deleted_at is not null;
create index invoices_awaiting_payment on invoices (business_id, created_at) where state = 'awaiting_payment';

-- Only active invoices count in the figures.
create or replace function keep_invoice_figures() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.state = 'active' then perform count_invoice(old, -1); end if;
  if tg_op <> 'DELETE' and new.state = 'active' then perform count_invoice(new, 1); end if;
  return null;
end $$;
drop trigger keep_invoice_figures on invoices;
create trigger keep_invoice_figures
  after insert or delete or update of paid_minor, paid_at, sent_at, deleted_at, due_date, issue_date, state on invoices
  for each row execute function keep_invoice_figures();

-- ---------------------------------------------------------------- the bridge to the version before this one
-- Both versions may run at once, so what either writes is translated for the other: the state here is, there, a mark of
-- deletion and a row of counter_sales with the time it waits until. 0119 takes the bridge down.

create function bridge_invoice_state() returns trigger language plpgsql as $$
begin
  if new.state <> 'active' and new.deleted_at is not null then return new; end if;
  if tg_op = 'UPDATE' and old.state <> 'active' then
    if new.state = old.state then new.state := 'active'; end if;
    if new.state = 'active' then new.deleted_at := null; return new; end if;
  end if;
  new.deleted_at := new.created_at;
  return new;
end $$;
create trigger bridge_invoice_state_insert before insert on invoices
  for each row when (new.state <> 'active') execute function bridge_invoice_state();
create trigger bridge_invoice_state_update before update of state, deleted_at on invoices
  for each row when (old.state <> 'active' or new.state <> 'active') execute function bridge_invoice_state();

create function bridge_counter_sale() returns trigger language plpgsql as $$
begin
  if new.opened_at is null then
    select created_at, created_at + interval '2 hours' into new.opened_at, new.waits_until
      from invoices where business_id = new.business_id and id = new.invoice_id;
  elsif new.waits_until is not null then
    update invoices set state = 'awaiting_payment'
      where business_id = new.business_id and id = new.invoice_id and state = 'active' and deleted_at is not null;
  end if;
  return new;
end $$;
create trigger bridge_counter_sale before insert on counter_sales for each row execute function bridge_counter_sale();

create function bridge_ended_sale() returns trigger language plpgsql as $$
begin
  update invoices set state = 'expired'
    where business_id = old.business_id and id = old.invoice_id and state = 'awaiting_payment';
  return null;
end $$;
create trigger bridge_ended_sale after delete on counter_sales for each row execute function bridge_ended_sale();

create function bridge_sale_state() returns trigger language plpgsql as $$
begin
  if new.state = 'active' then
    update counter_sales set waits_until = null where business_id = new.business_id and invoice_id = new.id;
  else
    delete from counter_sales where business_id = new.business_id and invoice_id = new.id;
  end if;
  return null;
end $$;
create trigger bridge_sale_state after update of state on invoices
  for each row when (old.state = 'awaiting_payment' and new.state <> 'awaiting_payment') execute function bridge_sale_state();
