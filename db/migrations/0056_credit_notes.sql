-- Credit notes: they reduce what is owed; what was paid of it already becomes credit, goes back, or was given back by hand.
create table credit_notes (
  business_id text not null,
  id text not null,
  invoice_id text not null,
  -- Counts in its business, printed as CRN-0001.
  number integer not null,
  verification_code text not null unique default new_paper_code(),
  reason text not null check (reason in ('return', 'price', 'discount', 'cancelled', 'early_payment', 'other')),
  note text not null,
  discount_minor bigint not null check (discount_minor >= 0),
  tax_minor bigint not null check (tax_minor >= 0),
  total_minor bigint not null check (total_minor > 0),
  -- By tax code: lines, discount and tax.
  groups jsonb not null,
  -- Off what was owed and what was written off; the rest is divided.
  owed_minor bigint not null check (owed_minor >= 0),
  credit_minor bigint not null check (credit_minor >= 0),
  refund_minor bigint not null check (refund_minor >= 0),
  gave_back_minor bigint not null check (gave_back_minor >= 0),
  issue_date date not null,
  made_by text not null,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (business_id, id),
  unique (business_id, number),
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete cascade,
  check (total_minor = owed_minor + credit_minor + refund_minor + gave_back_minor)
);
create index credit_notes_of_invoice on credit_notes (business_id, invoice_id, id);

create table credit_note_lines (
  business_id text not null,
  credit_note_id text not null,
  -- Of the line of the invoice.
  position integer not null,
  description text not null,
  -- Zero where an amount was credited, not a quantity.
  quantity_micro bigint not null check (quantity_micro >= 0),
  tax_code text not null check (tax_code in ('standard', 'zero', 'exempt', 'outside')),
  total_minor bigint not null check (total_minor > 0),
  primary key (business_id, credit_note_id, position),
  foreign key (business_id, credit_note_id) references credit_notes (business_id, id) on delete cascade
);

-- Given back by the owner's own hand, not through the provider the money came by.
alter table payments add column given_back_minor bigint not null default 0 check (given_back_minor >= 0);
create or replace function received_of(p payments) returns bigint language sql immutable as $$
  select case when p.status = 'completed'
    then greatest(p.amount_minor - p.refunded_minor - p.surcharge_minor - p.given_back_minor, 0) else p.amount_minor end
$$;
drop trigger keep_payment_figures on payments;
create trigger keep_payment_figures
  after insert or delete
    or update of status, day, amount_minor, refunded_minor, surcharge_minor, given_back_minor, method, customer_id on payments
  for each row execute function keep_payment_figures();
