-- A checkout is for one invoice (checkouts.invoice_id), as before, or for several of one customer: then these rows say which, and
-- how much of what was asked for was for each.
alter table checkouts alter column invoice_id drop not null;

create table checkout_invoices (
  business_id text not null,
  reference text not null,
  invoice_id text not null,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (business_id, reference, invoice_id),
  foreign key (business_id, reference) references checkouts (business_id, reference),
  foreign key (business_id, invoice_id) references invoices (business_id, id)
);
create index checkout_invoices_of_invoice on checkout_invoices (business_id, invoice_id);

select fence_tenants();
