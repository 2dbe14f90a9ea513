-- Drops the search of before 0087: a migration of the release after the one that brought the names, when no older version runs
-- any more.
drop function invoices_like(text, text, integer);
