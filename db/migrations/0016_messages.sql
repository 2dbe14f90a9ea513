-- Every message, whatever way it goes, by its key: the same key goes out once, and what became of it stays visible.
alter table mails rename to messages;
alter index mails_pkey rename to messages_pkey;
alter table messages drop constraint mails_state_check;
update messages set state = case state when 'waiting' then 'queued' when 'undeliverable' then 'failed' else state end;
alter table messages
  add column id text,
  -- Whose news it is; null for what concerns no business, such as a link to confirm an address.
  add column business_id text,
  add column invoice_id text,
  add column customer_id text,
  -- As they were when it was written.
  add column invoice_number text,
  add column customer_name text,
  add column channel text not null default 'email' check (channel in ('email', 'whatsapp', 'push')),
  -- The letter's name.
  add column kind text not null default '',
  -- What the mail server or WhatsApp calls it.
  add column provider_id text,
  add column attempts integer not null default 0,
  -- When a process took it on; one that is still 'sending' long after may have gone or not.
  add column claimed_at timestamptz,
  add check (state in ('queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'bounced', 'unknown')),
  add check (coalesce(invoice_id, customer_id) is null or business_id is not null);
alter table messages alter column channel drop default, alter column kind drop default;
update messages set id = 'msg_' || left(md5(key), 26);
alter table messages alter column id set not null, add unique (id);
create index messages_of_invoice on messages (business_id, invoice_id, id desc) where invoice_id is not null;
create index messages_to_customers on messages (business_id, id desc) where customer_id is not null;
create index messages_provider on messages (channel, provider_id) where provider_id is not null;
create index messages_sending on messages (claimed_at) where state = 'sending';
create index messages_queued on messages (created_at) where state = 'queued';

-- Who asked not to be written to: by one business, or ('') by any of them through our WhatsApp number.
create table message_stops (
  business_id text not null,
  channel text not null check (channel in ('email', 'whatsapp')),
  address text not null,
  stopped_at timestamptz not null,
  primary key (business_id, channel, address)
);

-- Everybody who ever wrote to our WhatsApp number; for 24 hours after that they may be written to freely.
create table whatsapp_contacts (
  -- WhatsApp's own name for the person, else the number: a number may be absent and may change hands.
  contact text primary key,
  number text,
  name text not null,
  last_heard_at timestamptz not null
);
create index whatsapp_contacts_number on whatsapp_contacts (number) where number is not null;

-- The one phone an owner linked with a code from the settings.
create table whatsapp_owners (
  business_id text primary key references users (business_id) on delete cascade,
  contact text not null unique,
  number text not null,
  linked_at timestamptz not null
);

-- Customers whose owner says that they agreed to be written to by WhatsApp.
alter table customers add column whatsapp_consent_at timestamptz;

-- Two more ways to reach an owner, and two more things to tell.
alter table notification_preferences
  add column push boolean not null default true,
  add column whatsapp boolean not null default true,
  drop constraint notification_preferences_event_check,
  add check (event in ('payment_received', 'payment_refunded', 'withdrawal_finished', 'invoice_overdue', 'message_failed', 'weekly_summary'));
alter table notification_preferences alter column push drop default, alter column whatsapp drop default;
