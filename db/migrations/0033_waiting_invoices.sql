-- What waits for money and what was not sent yet are asked for apart, so each has an index of its own that begins with the
-- business: with one for both the planner would rather read what all businesses wait for.
create index invoices_waiting on invoices (business_id, currency, due_date)
  where deleted_at is null and paid_at is null and sent_at is not null;
create index invoices_unsent on invoices (business_id, currency, id desc)
  where deleted_at is null and paid_at is null and sent_at is null;
drop index invoices_unpaid;
