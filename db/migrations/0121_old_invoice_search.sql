-- Drops the search of before 0087: no version that calls it runs any more.
drop function invoices_like(text, text, integer);
