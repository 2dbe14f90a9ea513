-- Browser extensions that an owner connected to the account: what kind a session is, and the codes that open one.
alter table sessions add column client text not null default 'browser' check (client in ('browser', 'extension'));

create table extension_codes (
  code_hash text primary key,
  user_id text not null references users on delete cascade,
  -- Where it was asked for: a code of a session that has ended since opens nothing.
  session_id text not null references sessions on delete cascade,
  redirect_uri text not null,
  challenge text not null,
  state text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index extension_codes_user on extension_codes (user_id);
create index extension_codes_session on extension_codes (session_id);
