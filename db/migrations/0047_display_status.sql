-- The part paid among what is waited for: counts by status move them apart from sent and due.
create index invoices_part_paid on invoices (business_id, currency, due_date)
  where deleted_at is null and paid_at is null and sent_at is not null and paid_minor > 0;
-- The money that came in since a time.
create index payments_completed on payments (business_id, currency, completed_at) where status = 'completed';
