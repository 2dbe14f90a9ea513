-- The day of a month on which customers are sent the statement of the month before; null where none goes by itself.
alter table business_profiles add column statement_day integer check (statement_day between 1 and 28);
