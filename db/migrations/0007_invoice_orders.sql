-- The orders an owner can put the list of invoices in: a page costs the same however many invoices there are.
-- Each holds the expression of queries/order.ts.
create index invoices_by_number on invoices (business_id, currency, (lpad(number, 16, '0') collate "C"), id) where deleted_at is null;
create index invoices_by_due_date on invoices (business_id, currency, due_date, id) where deleted_at is null;
create index invoices_by_amount on invoices (business_id, currency, total_minor, id) where deleted_at is null;
create index invoices_by_customer on invoices (business_id, currency, (lower(customer_name)), id) where deleted_at is null;
create index invoices_by_status on invoices (business_id, currency, (case when paid_at is not null then 9000000 when sent_at is null then 0 else 5000000 - (due_date - date '2000-01-01') end), id) where deleted_at is null;
