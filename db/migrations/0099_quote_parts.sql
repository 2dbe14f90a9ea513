-- Progress invoicing: an invoice of a part of a quote names the quote and its place among the parts. A deleted one gives its share back.
-- It names no key of quotes: quotes name invoices, and an import reads one after the other.
alter table invoices
  add column quote_id text,
  add column quote_number text,
  add column quote_part integer check (quote_part >= 1),
  add constraint invoices_quote_part check ((quote_id is null) = (quote_part is null) and (quote_id is null) = (quote_number is null)) not valid;
alter table invoices validate constraint invoices_quote_part;
create unique index invoices_of_quote on invoices (business_id, quote_id, quote_part) where quote_id is not null;
