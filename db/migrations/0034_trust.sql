-- ---------------------------------------------------------------- an account taken over from a stranger

-- Somebody signed up with another's address and prepared a business; then its real owner showed that the address is theirs.
-- `awaits_owner` until they register the business themselves; payouts asked for before `taken_over_at` leave no more;
-- `money_held` until an operator has looked whose the money is, where there had been trade.
alter table business_profiles
  add column taken_over_at timestamptz,
  add column awaits_owner boolean not null default false,
  add column money_held boolean not null default false,
  add constraint business_profiles_taken_over check (taken_over_at is not null or not (awaits_owner or money_held));

-- ---------------------------------------------------------------- the last check of the books

-- One row, for whichever process made it: how many promises were broken stays known when that process starts again.
create table book_checks (
  one boolean primary key default true check (one),
  checked_at timestamptz not null,
  broken integer not null
);

-- ---------------------------------------------------------------- functions that run with the owner's rights

-- Without a business set, a tenant's connection is shown nothing by them either. `role` is what was set on the connection,
-- also inside a function that runs as its owner.
create function shows_business(of_business text) returns boolean language sql stable parallel safe as $$
  select case when current_setting('role') = 'duewell_tenant' then of_business = current_business()
    else of_business = coalesce(current_business(), of_business) end
$$;
create or replace function invoices_like(of_business text, pattern text, most integer) returns setof text
  language sql stable security definer set search_path = public, pg_temp as $$
  with found as materialized (
    select id from invoices where business_id = of_business and shows_business(of_business)
      and lower(number || ' ' || customer_name || ' ' || customer_email) like lower(pattern))
  select id from found limit most
$$;
create or replace function customers_like(of_business text, pattern text, most integer) returns setof text
  language sql stable security definer set search_path = public, pg_temp as $$
  with found as materialized (
    select id from customers where business_id = of_business and shows_business(of_business)
      and lower(name || ' ' || email) like lower(pattern))
  select id from found limit most
$$;

-- A function may be executed by everybody unless somebody says otherwise. Those that run with the owner's rights are closed
-- like the tables are: `migrate` calls this after each migration, and what a tenant needs is granted to it by name.
create or replace function fence_tenants() returns void language plpgsql as $$
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
  for found in
    select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosecdef and pg_has_role(p.proowner, 'usage')
      and exists (select 1 from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
        where a.grantee = 0 and a.privilege_type = 'EXECUTE')
  loop
    execute format('revoke execute on function %s from public', found.name);
  end loop;
end $$;
select fence_tenants();
-- Not with the owner's rights, but whoever holds a chain's lock keeps its business from writing.
revoke execute on function lock_chain(text) from public;
grant execute on function is_own_contact(text, text), release_browser(text), invoices_like(text, text, integer),
  customers_like(text, text, integer) to duewell_tenant;
