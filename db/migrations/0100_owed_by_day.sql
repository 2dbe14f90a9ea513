-- What is owed on a day counts the parts of open invoices by themselves, and a report the quotes that were answered in its months.
create index invoices_in_parts on invoices (business_id, currency)
  where schedule is not null and deleted_at is null and state = 'active' and paid_at is null and sent_at is not null;
create index quote_answers on quote_events (business_id, created_at) where kind in ('accepted', 'declined');
create index quotes_sent on quotes (business_id, currency) where state = 'sent';
