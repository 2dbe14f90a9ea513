-- Who withdrew tax that was declared; it is settled where nothing of the invoice was left to keep it of. A declaration is never removed.
alter table withholdings
  add column ended_by text,
  add constraint withholdings_ended check (ended_by in ('owner', 'payer', 'settled')) not valid;
update withholdings set ended_by = 'owner' where state = 'withdrawn';
update withholdings w set state = 'withdrawn', ended_by = 'settled' from invoices i
  where i.business_id = w.business_id and i.id = w.invoice_id and i.paid_at is not null and w.state = 'declared';
alter table withholdings validate constraint withholdings_ended;
