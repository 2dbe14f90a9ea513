-- Everything people write to our WhatsApp number and every status of what we wrote, each once by WhatsApp's own name for it.
create table whatsapp_notices (
  -- A message's id, or a status's message with its state behind it.
  id text primary key,
  position bigint generated always as identity,
  about text not null check (about in ('message', 'status')),
  -- Who wrote; null for a status.
  contact text,
  -- `answering`: what is answered is worked out, and not yet all sent.
  state text not null default 'received' check (state in ('received', 'answering', 'done')),
  -- What was said, sealed; then what is answered, sealed; empty once it is done.
  sealed text not null,
  -- The owner's question as the conversation keeps it, so that no second try asks it again.
  question_id text,
  attempts integer not null default 0,
  -- Since when a process is at it.
  claimed_at timestamptz,
  said_at timestamptz not null,
  received_at timestamptz not null,
  done_at timestamptz,
  check ((about = 'message') = (contact is not null))
);
-- One message of one person at a time.
create unique index whatsapp_notices_claimed on whatsapp_notices (contact) where claimed_at is not null;
create index whatsapp_notices_open on whatsapp_notices (contact, said_at, position) where state <> 'done';
create index whatsapp_notices_received on whatsapp_notices (received_at);

-- The code an owner sends from a phone to link it; the newest counts, once and for minutes.
create table whatsapp_codes (
  business_id text primary key references users (business_id) on delete cascade,
  code_hash text not null unique,
  expires_at timestamptz not null
);

-- Somebody who hides the number is reached by WhatsApp's own name for them.
alter table whatsapp_owners alter column number drop not null;

-- A customer's number as WhatsApp has it: international digits. As `dialled` of invoices/rules.ts; a property test holds the
-- two together.
create function whatsapp_number(phone text) returns text language sql immutable strict as $$
  with digits as (
    select regexp_replace(regexp_replace(regexp_replace(phone, '[^0-9]', '', 'g'), '^00', ''), '^2340', '234') as it
  ), international as (
    select case when it ~ '^0[0-9]{10}$' then '234' || substr(it, 2) else it end as it from digits
  )
  select case when it ~ '^[1-9][0-9]{7,14}$' then it end from international
$$;
create index customers_whatsapp_number on customers (whatsapp_number(phone)) where phone is not null;
