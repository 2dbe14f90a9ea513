-- When this place was last copied, for whoever watches that it is.
create table backups (
  id bigint generated always as identity primary key,
  finished_at timestamptz not null,
  archive text not null,
  rows bigint not null check (rows >= 0),
  files integer not null check (files >= 0),
  bytes bigint not null check (bytes > 0),
  seconds integer not null check (seconds >= 0)
);
create index backups_newest on backups (finished_at desc);
