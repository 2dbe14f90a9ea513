-- Payment in parts: an invoice with a schedule is due on the day of its first part that is not settled, which `due_date` holds.
-- Each part has its label, its terms, its sum in minor units and its day (null until its owner asks for it).
alter table invoices
  add column schedule jsonb,
  add constraint invoices_schedule check (schedule is null or jsonb_array_length(schedule) between 1 and 12);
