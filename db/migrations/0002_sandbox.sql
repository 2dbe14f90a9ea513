-- The books of the built-in test provider, kept apart as another company would keep them: nothing here
-- refers to the product's tables, and the product reads them only through the provider's port.

create schema sandbox;

create table sandbox.settings (
  id integer primary key default 1 check (id = 1),
  webhook_delay_ms integer not null default 0 check (webhook_delay_ms between 0 and 3600000),
  webhook_copies integer not null default 1 check (webhook_copies between 1 and 5),
  webhook_drop boolean not null default false,
  webhook_reorder boolean not null default false,
  provider_down boolean not null default false,
  payout_outcome text not null default 'by_account' check (payout_outcome in
    ('by_account', 'completed', 'failed', 'reversed', 'unknown', 'processing', 'lost', 'refused'))
);
insert into sandbox.settings (id) values (1);

create table sandbox.checkouts (
  token text primary key,
  reference text not null unique,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency in ('NGN', 'USD')),
  customer_name text not null,
  customer_email text not null,
  description text not null,
  business_name text not null,
  return_url text not null,
  account_number text unique check (account_number ~ '^[0-9]{10}$'),
  created_at timestamptz not null
);
create index checkouts_newest on sandbox.checkouts (created_at desc);

-- The reference is no foreign key: money can arrive with a reference nobody asked for.
create table sandbox.payments (
  transaction_id text primary key,
  reference text not null,
  status text not null check (status in ('pending', 'completed', 'failed', 'cancelled', 'refunded')),
  amount_minor bigint not null check (amount_minor > 0),
  fee_minor bigint not null default 0 check (fee_minor >= 0),
  currency text not null check (currency in ('NGN', 'USD')),
  method text not null check (method in ('bank_transfer', 'card', 'qr_code', 'ussd', 'wallet')),
  note text not null default '',
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  attempt text unique,
  otp_tries integer,
  notice_copies integer check (notice_copies between 0 and 5),
  plan text check (plan in ('completed', 'failed', 'cancelled', 'refunded')),
  next_at timestamptz,
  created_at timestamptz not null,
  paid_at timestamptz,
  check ((plan is null) = (next_at is null)),
  check ((paid_at is not null) = (status in ('completed', 'refunded')))
);
create index payments_reference on sandbox.payments (reference, created_at);
create index payments_newest on sandbox.payments (created_at desc);
create index payments_due on sandbox.payments (next_at) where next_at is not null;

create table sandbox.payouts (
  reference text primary key,
  amount_minor bigint not null check (amount_minor > 0),
  fee_minor bigint not null check (fee_minor >= 0),
  currency text not null check (currency in ('NGN', 'USD')),
  bank_code text not null,
  account_number text not null,
  account_name text not null,
  narration text not null,
  plan text not null check (plan in ('completed', 'failed', 'reversed', 'unknown', 'processing', 'refused')),
  state text not null check (state in ('processing', 'completed', 'failed', 'reversed')),
  reason text,
  next_at timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz
);
create index payouts_newest on sandbox.payouts (created_at desc);
create index payouts_due on sandbox.payouts (next_at) where next_at is not null;

-- Notices waiting to be told, and told. `body` is the exact text that is signed and sent.
create table sandbox.notices (
  event_id text primary key,
  sequence bigint generated always as identity unique,
  type text not null,
  about text not null,
  body text not null,
  state text not null check (state in ('waiting', 'delivered', 'dropped', 'given_up')),
  copies_left integer not null check (copies_left >= 0),
  failures integer not null default 0,
  created_at timestamptz not null,
  next_at timestamptz,
  check ((state = 'waiting') = (next_at is not null))
);
create index notices_due on sandbox.notices (next_at) where next_at is not null;

create table sandbox.notice_attempts (
  id bigint generated always as identity primary key,
  event_id text not null references sandbox.notices on delete cascade,
  attempted_at timestamptz not null,
  response_code integer,
  problem text
);
create index notice_attempts_event on sandbox.notice_attempts (event_id, id);
