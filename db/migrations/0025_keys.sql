-- Keys that seal what must not be read from a stolen copy of these tables. Each is itself sealed under a master key that
-- is kept outside; `master_key_id` says which. docs/secrets.md says more.

-- The service's own: what belongs to no business, signatures, keyed marks. Version 0 is the master key of the time before
-- this table; it opens what was sealed then and signs nothing.
create table service_keys (
  version integer primary key check (version >= 0),
  wrapped text not null,
  master_key_id text not null,
  created_at timestamptz not null
);

-- A business's own. One is in use; a retired one stays until nothing is sealed with it any more.
create table data_keys (
  id text primary key,
  business_id text not null references users (business_id) on delete cascade,
  version integer not null check (version > 0),
  wrapped text not null,
  master_key_id text not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  unique (business_id, version)
);
create unique index data_keys_in_use on data_keys (business_id) where retired_at is null;

-- Under which master key a new key is to be sealed is no secret.
grant select (version, master_key_id) on service_keys to duewell_tenant;

-- The key a file's bytes are sealed with; null where they are stored as they are.
alter table files add column key_id text;
