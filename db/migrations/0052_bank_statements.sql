-- The owner's own bank account, its statements, and which line is the money of which payment.

create table bank_accounts_own (
  business_id text not null,
  id text not null,
  currency currency_code not null,
  bank_name text not null,
  last4 text not null check (last4 ~ '^\d{4}$'),
  created_at timestamptz not null,
  primary key (business_id, id)
);
create unique index bank_accounts_own_named on bank_accounts_own (business_id, currency, lower(bank_name), last4);

create table statement_imports (
  business_id text not null,
  id text not null,
  account_id text not null,
  file_name text not null,
  file_sha256 text not null,
  from_day date not null,
  to_day date not null,
  row_count integer not null check (row_count > 0),
  -- Rows of the file whose balance does not follow from the one before, and those that could not be read.
  breaks jsonb not null,
  unreadable jsonb not null,
  imported_by text not null,
  created_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, account_id) references bank_accounts_own (business_id, id) on delete cascade
);

create table statement_lines (
  business_id text not null,
  id text not null,
  import_id text not null,
  -- As the spreadsheet counts its row.
  position integer not null,
  -- Of account, day, amount, words and balance: the same line of another file is not kept again.
  fingerprint text not null,
  day date not null,
  amount_minor bigint not null check (amount_minor <> 0),
  narration text not null,
  payer text not null,
  reference text not null,
  balance_minor bigint,
  set_aside text check (set_aside in ('ignored', 'settlement')),
  note text not null default '',
  primary key (business_id, id),
  foreign key (business_id, import_id) references statement_imports (business_id, id) on delete cascade
);
create unique index statement_lines_fingerprint on statement_lines (business_id, fingerprint);
create index statement_lines_of_import on statement_lines (business_id, import_id, position);

-- The line a payment was seen in: its money counts once. No foreign key, since lines go with their account and payments stay.
alter table payments add column statement_line_id text;
alter table payments add constraint payments_statement_line
  check ((evidence = 'statement') = (statement_line_id is not null)) not valid;
alter table payments validate constraint payments_statement_line;
create unique index payments_statement_line on payments (business_id, statement_line_id)
  where statement_line_id is not null and status <> 'cancelled';

-- A typed payment that is found in a statement is counted as what it is now. A trigger of its own: `keep_payment_figures` names
-- what else changes, and a statement that changes both would count twice.
create trigger keep_figures_by_evidence after update of evidence on payments
  for each row when (old.evidence <> new.evidence) execute function keep_payment_figures();
