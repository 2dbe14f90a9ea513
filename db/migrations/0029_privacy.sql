-- Who agreed to what, in which words, when and how; a withdrawal is a row of its own. `business_id` is '' for visitors
-- of the front page, who have none; `subject_id` is a user, a customer, or the visitor's address.
create table consents (
  business_id text not null,
  id text not null,
  position bigint generated always as identity,
  subject text not null check (subject in ('owner', 'customer', 'visitor')),
  subject_id text not null,
  purpose text not null check (purpose in ('terms', 'privacy', 'waitlist', 'whatsapp', 'outside_model')),
  version text not null,
  given boolean not null,
  way text not null check (way in ('sign_up', 'waitlist', 'settings', 'notice', 'owner_said', 'message', 'operator', 'before_records')),
  client_address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  primary key (business_id, id)
);
create index consents_newest on consents (business_id, subject_id, purpose, position desc);
create trigger consents_append_only before update or delete or truncate on consents
  for each statement execute function refuse_change_unless_erasing();

-- What was agreed to before it was recorded in this way. Of the words then in force only their first version is known.
insert into consents (business_id, id, subject, subject_id, purpose, version, given, way, client_address, user_agent, created_at)
  select business_id, 'con_' || left(md5(id || purpose), 26), 'owner', id, purpose, '2026-11-01', true, 'before_records', '', '', terms_accepted_at
  from users cross join (values ('terms'), ('privacy')) asked (purpose) where terms_accepted_at is not null and erased_at is null;
insert into consents (business_id, id, subject, subject_id, purpose, version, given, way, client_address, user_agent, created_at)
  select business_id, 'con_' || left(md5(business_id || id), 26), 'customer', id, 'whatsapp', '2026-11-01', true, 'before_records', '', '', whatsapp_consent_at
  from customers where whatsapp_consent_at is not null;
insert into consents (business_id, id, subject, subject_id, purpose, version, given, way, client_address, user_agent, created_at)
  select '', 'con_' || left(md5(email), 26), 'visitor', email, 'waitlist', '2026-11-01', true, 'before_records', '', '', created_at
  from waitlist_entries;

-- What people asked about the data held on them, and when it was done; who asked is a keyed hash.
create table privacy_requests (
  id text primary key,
  kind text not null check (kind in ('access', 'erase', 'restrict', 'lift')),
  subject_hash text not null,
  businesses integer not null,
  done jsonb not null,
  created_at timestamptz not null
);

-- A business adds its answers and never changes them; what was asked about people is the operator's.
select fence_tenants();
revoke update, delete on consents from duewell_tenant;

-- An export says which tables its rows are of.
grant select on schema_migrations to duewell_tenant;
