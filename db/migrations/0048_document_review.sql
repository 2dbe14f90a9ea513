-- The review of a business's documents: since when they wait, and why they were refused. Those sent before wait since registration.
alter table business_profiles
  add column documents_sent_at timestamptz,
  add column documents_refused_at timestamptz,
  add column documents_refusal text;
create index documents_waiting on business_profiles (coalesce(documents_sent_at, created_at))
  where kyc_valid_id is not null and documents_accepted_at is null and documents_refused_at is null;

-- People who look through documents, made by command alone. Without a business or user id both tables are closed to tenants.
create table operators (
  name text primary key,
  -- Empty until the one-time set-up secret was used.
  password_hash text,
  secret_sealed text not null,
  last_step bigint not null default 0,
  setup_hash text,
  setup_expires_at timestamptz,
  created_at timestamptz not null
);
create table operator_sessions (
  token_hash text primary key,
  operator text not null references operators (name) on delete cascade,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index operator_sessions_of_operator on operator_sessions (operator);
