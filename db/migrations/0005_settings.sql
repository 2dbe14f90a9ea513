-- What an owner chooses in the settings.

alter table business_profiles add column phone text;

-- Which news an owner wants, by mail and on screen. Events without a row are wanted both ways.
create table notification_preferences (
  business_id text not null references users (business_id) on delete cascade,
  event text not null check (event in ('payment_received', 'payment_refunded', 'withdrawal_finished', 'invoice_overdue')),
  email boolean not null,
  screen boolean not null,
  updated_at timestamptz not null,
  primary key (business_id, event)
);

-- Invoices whose owner was told that they are overdue: each once.
create table overdue_notices (
  business_id text not null,
  invoice_id text not null,
  noticed_at timestamptz not null,
  primary key (business_id, invoice_id),
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete cascade
);
-- Finds what has just become overdue, of all businesses, without reading the rest.
create index invoices_due on invoices (due_date) where deleted_at is null and paid_at is null and sent_at is not null;

-- Customers in the order of their name or address, page by page. Accents do not part names: Ọláwálé stands beside Olawale.
create index customers_by_name on customers
  (business_id, (lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')) collate "C"), id) where is_active;
create index customers_by_email on customers (business_id, email, id) where is_active;
