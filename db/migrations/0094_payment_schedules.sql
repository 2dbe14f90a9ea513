-- Payment in parts: an invoice with a schedule is due on the day of its first part that is not settled, which `due_date` holds.
-- Each part has its label, its terms, its sum in minor units and its day (null until its owner asks for it).
alter table invoices add column schedule jsonb;

-- A proforma is accepted by paying it: nobody typed a name then.
alter table quote_acceptances add column by_payment boolean not null default false;
