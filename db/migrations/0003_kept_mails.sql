-- Mail of a machine without an SMTP server: kept to be read there, sent nowhere. Rows are written once.
create table kept_mails (
  id text primary key,
  -- The message's own name: a job that runs twice keeps one.
  key text not null unique,
  to_address text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  -- [{"name", "mime", "size", "base64"}]
  attachments jsonb not null,
  created_at timestamptz not null
);
create index kept_mails_newest on kept_mails (created_at desc, id desc);
