-- Passkeys, the proofs a sensitive change asks for, and the browsers an account is known to be used in.

create table passkeys (
  id text primary key,
  user_id text not null references users on delete cascade,
  credential_id text not null unique,
  -- COSE, in base64url. Nothing secret: it only checks signatures.
  public_key text not null,
  -- How often the authenticator says it was used; 0 for those that do not count.
  counter bigint not null default 0,
  transports text not null default '',
  name text not null,
  -- Kept by a service that brings it to other devices of the same person.
  backed_up boolean not null,
  -- Its counter went back: there are two of it. It opens nothing any more.
  suspended_at timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- Each is answered once and soon.
create table passkey_challenges (
  challenge_hash text primary key,
  purpose text not null check (purpose in ('register', 'sign_in', 'step_up')),
  user_id text references users on delete cascade,
  session_id text references sessions on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (session_id is null) and (session_id is null) = (user_id is null))
);
create index passkey_challenges_user on passkey_challenges (user_id);
create index passkey_challenges_session on passkey_challenges (session_id);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- When somebody last showed on a session who they are. Each such proof gives the session another token; the one before it
-- goes on for a moment, for calls that are under way, and may do nothing that asks for a proof.
alter table sessions
  add column proven_at timestamptz,
  add column earlier_hash text,
  add column earlier_until timestamptz;
create unique index sessions_earlier on sessions (earlier_hash) where earlier_hash is not null;

-- Codes by mail, for accounts that have nothing else to show.
create table step_up_codes (
  session_id text primary key references sessions on delete cascade,
  user_id text not null references users on delete cascade,
  code_hash text not null,
  expires_at timestamptz not null
);
create index step_up_codes_user on step_up_codes (user_id);

-- By a cookie that opens nothing: a sign-in from any other browser is told by mail.
create table known_browsers (
  user_id text not null references users on delete cascade,
  browser_hash text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, browser_hash)
);

-- When a PIN was chosen by somebody who did not know the one before it.
alter table transaction_pins add column reset_at timestamptz;
