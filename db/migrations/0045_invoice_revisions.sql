-- An invoice that was sent is changed by its next revision, under the same number. The row holds the current one.
alter table invoices
  add column revision integer not null default 1 check (revision >= 1),
  -- The last change of what it says; null for one that says what it said when it was made.
  add column changed_at timestamptz;

-- What an invoice said before: one row for each revision that was replaced.
create table invoice_revisions (
  business_id text not null,
  invoice_id text not null,
  revision integer not null check (revision >= 1),
  -- All that stood on it and may change: texts, lines, sums, days.
  document jsonb not null,
  sent_at timestamptz not null,
  replaced_at timestamptz not null,
  primary key (business_id, invoice_id, revision),
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete cascade
);

-- Until now neither the total of an invoice nor its customer could change.
create or replace trigger keep_invoice_figures
  after insert or delete
    or update of paid_minor, paid_at, sent_at, deleted_at, due_date, issue_date, state, total_minor, customer_id on invoices
  for each row execute function keep_invoice_figures();

-- By what the tax office and the registrar know a business; printed on its documents where it is filled in.
alter table business_profiles
  add column tin text,
  add column registration_number text,
  add column vat_number text;
