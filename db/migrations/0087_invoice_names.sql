-- A search for a customer's name or address reads the names instead of the invoices: a business has few names and many
-- invoices, and the invoices of a name are found by the index that sorts them by it.
create table invoice_names (
  business_id text not null,
  currency currency_code not null,
  -- as the invoices have them, in lower case
  customer_name text not null,
  customer_email text not null,
  -- how many of its invoices are active; a row without any goes
  invoices integer not null,
  -- The business last: rows are looked for by the search alone, which is planned once for any business and any text.
  primary key (customer_name, customer_email, business_id, currency)
) with (fillfactor = 70);
create index invoice_names_search on invoice_names
  using gin (business_id, (customer_name || ' ' || customer_email) gin_trgm_ops) with (fastupdate = off);

create function count_invoice_name(i invoices, sign integer) returns void language plpgsql as $$
begin
  if i.deleted_at is not null or i.state <> 'active' then return; end if;
  insert into invoice_names as n values (i.business_id, i.currency, lower(i.customer_name), lower(i.customer_email), sign)
    on conflict (customer_name, customer_email, business_id, currency) do update set invoices = n.invoices + excluded.invoices;
  if sign < 0 then
    delete from invoice_names where customer_name = lower(i.customer_name) and customer_email = lower(i.customer_email)
      and business_id = i.business_id and currency = i.currency and invoices = 0;
  end if;
end $$;
create function keep_invoice_names() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform count_invoice_name(old, -1); end if;
  if tg_op <> 'DELETE' then perform count_invoice_name(new, 1); end if;
  return null;
end $$;
create trigger keep_invoice_names
  after insert or delete or update of customer_name, customer_email, deleted_at, state on invoices
  for each row execute function keep_invoice_names();

insert into invoice_names select business_id, currency, lower(customer_name), lower(customer_email), count(*)
  from invoices where deleted_at is null and state = 'active' group by 1, 2, 3, 4;

-- The active invoices of a business that contain a text: `pattern` with `%` at both ends and nowhere else. Null where `most` or
-- more do: such frequent rows are met soon by reading in order. Numbers are INV- and digits, so what is typed reaches into
-- one only where it begins like the end of one; the large index that has the numbers is asked for nothing else.
create function invoices_found(of_business text, of_currency text, pattern text, most integer) returns text[]
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
  set plan_cache_mode = force_generic_plan as $$
declare
  wanted text := lower(pattern);
  typed text := trim('%' from wanted);
  found text[];
begin
  if shows_business(of_business) is not true then return '{}'; end if;
  if (select sum(n.invoices) from invoice_names n where n.business_id = of_business and n.currency = of_currency
      and (n.customer_name || ' ' || n.customer_email like wanted or position(typed in 'inv-') > 0)) >= most then return null; end if;
  if position(typed in 'inv-') > 0 then
    return array(select i.id from invoices i where i.business_id = of_business and i.currency = of_currency
      and i.deleted_at is null and i.state = 'active');
  end if;
  found := array(select i.id from invoice_names n
    join invoices i on i.business_id = of_business and i.currency = of_currency and lower(i.customer_name) = n.customer_name
      and lower(i.customer_email) = n.customer_email and i.deleted_at is null and i.state = 'active'
    where n.business_id = of_business and n.currency = of_currency and n.customer_name || ' ' || n.customer_email like wanted);
  if split_part(typed, ' ', 1) ~ '^i?n?v?-?[0-9]+$' then
    found := found || array(select i.id from invoices i where i.business_id = of_business and i.currency = of_currency
      and i.deleted_at is null and i.state = 'active'
      and lower(i.number || ' ' || i.customer_name || ' ' || i.customer_email) like wanted
      and lower(i.customer_name || ' ' || i.customer_email) not like wanted limit most);
  end if;
  found := found || array(select i.id from invoices i where i.business_id = of_business and i.currency = of_currency
    and i.deleted_at is null and i.state = 'active' and i.po_number <> '' and lower(i.po_number) like wanted
    and lower(i.number || ' ' || i.customer_name || ' ' || i.customer_email) not like wanted limit most);
  return case when cardinality(found) < most then found end;
end $$;
revoke all on function invoices_found(text, text, text, integer) from public;
grant execute on function invoices_found(text, text, text, integer) to duewell_tenant;
