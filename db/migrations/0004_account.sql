-- The safety of an account: Google sign-in, two-factor, the audit trail, and the way out.

-- Somebody who came with Google has no password until one is chosen.
alter table users alter column password_hash drop not null;
-- While set, the account waits to be erased; logging in before then clears it.
alter table users add column deletion_due_at timestamptz;
alter table users add column erased_at timestamptz;
create index users_deletion_due on users (deletion_due_at) where deletion_due_at is not null and erased_at is null;

-- The address a message was sent to, where it is not yet the account's.
alter table email_tokens add column email text;
alter table email_tokens drop constraint email_tokens_purpose_check;
alter table email_tokens add constraint email_tokens_purpose_check check (purpose in ('verify', 'reset', 'change'));

create table external_identities (
  issuer text not null,
  subject text not null,
  user_id text not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index external_identities_user on external_identities (user_id);

-- What the return page of a sign-in elsewhere turns into a session, once.
create table sign_in_codes (
  code_hash text primary key,
  user_id text not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_codes_expiry on sign_in_codes (expires_at);

create table two_factor (
  user_id text primary key references users on delete cascade,
  secret_sealed text not null,
  -- Asked for at log-in once it was confirmed.
  confirmed_at timestamptz,
  -- The time step of the last code taken: no code is taken twice.
  last_step bigint not null default 0,
  created_at timestamptz not null
);

create table recovery_codes (
  user_id text not null references users on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- What touched the safety of an account. A failed log-in with an address nobody has belongs to no one.
create table security_events (
  id text primary key,
  -- Several may fall into one millisecond.
  position bigint generated always as identity,
  user_id text,
  business_id text,
  event text not null,
  detail text not null,
  client_address text not null,
  user_agent text not null,
  created_at timestamptz not null
);
create index security_events_user on security_events (user_id, position desc);
create index security_events_business on security_events (business_id, position desc);
create index security_events_nobodys on security_events (created_at) where user_id is null;

-- Append only. Only the end of the time they are kept for removes rows, in a transaction that says so.
create function refuse_change_unless_erasing() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('duewell.erasing', true) = 'on' then return null; end if;
  raise exception '% is append only', tg_table_name;
end $$;
create trigger security_events_append_only before update or delete or truncate on security_events
  for each statement execute function refuse_change_unless_erasing();
