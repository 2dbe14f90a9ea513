-- Repeating invoices: a plan says what each invoice says and on which days one is issued.
create table plans (
  business_id text not null,
  id text not null,
  currency text not null check (currency in ('NGN', 'USD')),
  customer_id text not null,
  -- What every invoice says, but for its customer and its due date; amounts in minor units, quantities in millionths.
  contents jsonb not null,
  total_minor bigint not null,
  starts date not null,
  rhythm jsonb not null,
  -- The number of the first day of the rhythm on or after `starts`: a new rhythm goes on with the numbers of the old one.
  first_number integer not null,
  ends_after integer check (ends_after > 0),
  ends_on date,
  due_days integer not null check (due_days between 0 and 365),
  mode text not null check (mode in ('draft', 'send')),
  state text not null check (state in ('active', 'paused', 'ended')),
  next_number integer not null check (next_number > 0),
  -- Its day; null once the plan has ended.
  next_on date,
  -- Why the next one could not be issued.
  problem text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, customer_id) references customers (business_id, id),
  check (ends_after is null or ends_on is null),
  check ((state = 'ended') = (next_on is null))
);
create index plans_of_customer on plans (business_id, customer_id);
create index plans_due on plans (next_on) where state = 'active';

-- Days of a plan that are settled or were missed: each number once, whatever restarts.
create table plan_occurrences (
  business_id text not null,
  plan_id text not null,
  number integer not null,
  day date not null,
  state text not null check (state in ('issued', 'missed', 'skipped')),
  invoice_id text,
  made_at timestamptz not null,
  primary key (business_id, plan_id, number),
  foreign key (business_id, plan_id) references plans (business_id, id) on delete cascade,
  foreign key (business_id, invoice_id) references invoices (business_id, id),
  check ((state = 'issued') = (invoice_id is not null))
);
create unique index plan_occurrences_of_invoice on plan_occurrences (business_id, invoice_id);
