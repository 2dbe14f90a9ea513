-- When the words of a statement's lines that are no payment were taken out: they name people who are no customers.
alter table statement_imports add column cleared_at timestamptz;
create index statement_imports_uncleared on statement_imports (created_at) where cleared_at is null;
