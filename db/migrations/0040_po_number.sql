-- What the customer's books know an invoice by. Its search has an index of its own, over the few invoices that have one, so
-- that the large index need not be written anew.
alter table invoices add column po_number text not null default '';
create index invoices_po_number on invoices using gin (business_id, (lower(po_number)) gin_trgm_ops) where po_number <> '';

create or replace function invoices_like(of_business text, pattern text, most integer) returns setof text
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if shows_business(of_business) is not true then return; end if;
  return query execute 'select id from invoices where business_id = $1
    and (lower(number || '' '' || customer_name || '' '' || customer_email) like $2
      or po_number <> '''' and lower(po_number) like $2) limit $3'
    using of_business, lower(pattern), most;
end $$;
