-- The database's own lock between businesses. What somebody signed in does runs as the role `duewell_tenant` with the
-- setting `duewell.business_id`; the policies below show that role the rows of that business and no others, and none while
-- nothing is set. The service's own work (jobs, notices, public pages) stays with the owner of the tables, whom policies
-- do not bind. docs/tenancy.md says more.

-- A role belongs to the whole cluster, where other databases may be migrated at this moment: meeting them is no failure.
do $$
declare
  may_become boolean := false;
begin
  for attempt in 1..20 loop
    begin
      if not exists (select 1 from pg_roles where rolname = 'duewell_tenant') then
        create role duewell_tenant nologin;
      end if;
      begin
        perform set_config('role', 'duewell_tenant', true);
        perform set_config('role', 'none', true);
      exception when insufficient_privilege then
        execute format('grant duewell_tenant to %I', session_user);
      end;
      may_become := true;
    exception
      when duplicate_object or unique_violation or internal_error then
        perform pg_sleep(0.05 * random());
      when insufficient_privilege then
        raise exception 'The database login % may neither create the role duewell_tenant nor become it. As an administrator of the server run once: create role duewell_tenant nologin; grant duewell_tenant to %;', session_user, quote_ident(session_user);
    end;
    exit when may_become;
  end loop;
  if not may_become then raise exception 'The role duewell_tenant could not be made: another database is making it. Start again.'; end if;
end $$;

grant usage on schema public to duewell_tenant;

-- Whose work the connection does; null for the service's own.
create function current_business() returns text language sql stable parallel safe as $$
  select nullif(current_setting('duewell.business_id', true), '')
$$;

-- Puts every table under the lock that has a business or a person in it and no policy yet; `migrate` calls it after each
-- migration, so that a new table cannot be forgotten. A table with neither is closed to tenants until it is granted.
create function fence_tenants() returns void language plpgsql as $$
declare
  found record;
begin
  for found in
    select c.oid::regclass as name, bool_or(a.attname = 'business_id') as of_business
    from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname in ('business_id', 'user_id')
      and not exists (select 1 from pg_policy p where p.polrelid = c.oid)
    group by c.oid
  loop
    execute format('alter table %s enable row level security', found.name);
    -- A person's rows are those of whoever of the business there is: the policy of `users` decides.
    execute format('create policy tenant on %s to duewell_tenant using (%s)', found.name,
      case when found.of_business then 'business_id = current_business()' else 'user_id = any (array(select id from users))' end);
    execute format('grant select, insert, update, delete on %s to duewell_tenant', found.name);
  end loop;
end $$;
select fence_tenants();

-- ---------------------------------------------------------------- what is not as usual

-- The books: rows are added, balances follow by the trigger alone.
revoke insert, update, delete on ledger_accounts from duewell_tenant;
grant insert (id, business_id, currency, may_be_negative) on ledger_accounts to duewell_tenant;
revoke update, delete on ledger_transfers, allocations, security_events from duewell_tenant;

-- The trigger also changes our side's accounts, which no business sees; and no transfer joins two businesses.
create or replace function apply_transfer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  locked record;
begin
  for locked in select id, currency, business_id from ledger_accounts
    where id in (new.debit_account, new.credit_account) order by id for no key update loop
    if locked.currency <> new.currency then
      raise exception 'transfer % is in % but account % is in %', new.ref, new.currency, locked.id, locked.currency;
    end if;
    if locked.business_id <> coalesce(new.business_id, '') then
      raise exception 'transfer % of business % touches account % of another', new.ref, new.business_id, locked.id;
    end if;
  end loop;
  update ledger_accounts set balance_minor = balance_minor
    + case when id = new.credit_account then new.amount_minor else -new.amount_minor end
    where id in (new.debit_account, new.credit_account);
  return null;
end $$;

-- Answers kept for repeated requests are the business's that asked; counters are anybody's.
alter table idempotency_keys enable row level security;
create policy tenant on idempotency_keys to duewell_tenant using (actor = current_business());
grant select, insert on idempotency_keys to duewell_tenant;
grant select, insert, update on rate_counters to duewell_tenant;

-- Who asked never to be written to through our number ('') is to be heeded by every business.
create policy everybodys on message_stops for select to duewell_tenant using (business_id = '');

-- Whether payouts are stopped is everybody's to know, why is not.
grant select (id, ended_at) on payout_freezes to duewell_tenant;

-- People who wrote to our number: a business sees those it has as customers, and its own owner. The index of numbers serves
-- only who is not bound by policies, hence the function.
create function is_own_contact(of_number text, of_contact text) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select 1 from customers where whatsapp_number(phone) = of_number and business_id = current_business())
    or exists (select 1 from whatsapp_owners where contact = of_contact and business_id = current_business())
$$;
alter table whatsapp_contacts enable row level security;
create policy tenant on whatsapp_contacts for select to duewell_tenant using (is_own_contact(number, contact));
grant select on whatsapp_contacts to duewell_tenant;
alter table whatsapp_notices enable row level security;
create policy tenant on whatsapp_notices to duewell_tenant
  using (contact in (select contact from whatsapp_owners));
grant select, update on whatsapp_notices to duewell_tenant;

-- A browser has one owner at a time: whoever asked last takes it from the one before, of whichever business that was.
create function release_browser(of_endpoint text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from push_subscriptions where endpoint_hash = of_endpoint
$$;

-- An archive says of which version it is.
grant select on schema_migrations to duewell_tenant;

-- A search by parts of words may use its index only where no policy has to come first: these two keep to the business
-- themselves, and to that of the connection where it has one. They give `most` ids and no more; found is all there is first,
-- because for a few of them the planner would read the table instead of the index.
create function invoices_like(of_business text, pattern text, most integer) returns setof text
  language sql stable security definer set search_path = public, pg_temp as $$
  with found as materialized (
    select id from invoices where business_id = of_business and of_business = coalesce(current_business(), of_business)
      and lower(number || ' ' || customer_name || ' ' || customer_email) like lower(pattern))
  select id from found limit most
$$;
create function customers_like(of_business text, pattern text, most integer) returns setof text
  language sql stable security definer set search_path = public, pg_temp as $$
  with found as materialized (
    select id from customers where business_id = of_business and of_business = coalesce(current_business(), of_business)
      and lower(name || ' ' || email) like lower(pattern))
  select id from found limit most
$$;
