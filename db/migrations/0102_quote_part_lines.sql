-- A part of a quote by lines: which items of the quote, from 0, and how many millionths of each. Null where it is a share of the sum.
alter table invoices
  add column quote_lines jsonb,
  add constraint invoices_quote_lines check (quote_lines is null or quote_id is not null) not valid;
alter table invoices validate constraint invoices_quote_lines;
