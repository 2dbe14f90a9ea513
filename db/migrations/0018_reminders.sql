-- When customers are reminded: each business's ladder of days around the due date. A business without a row has the usual one.
create table reminder_settings (
  business_id text primary key references users (business_id) on delete cascade,
  mode text not null check (mode in ('off', 'prepare', 'automatic')),
  -- Days from the due date, ascending.
  steps jsonb not null,
  hour integer not null check (hour between 0 and 23),
  -- Hours of the day; the same twice is no quiet time.
  quiet_from integer not null check (quiet_from between 0 and 23),
  quiet_until integer not null check (quiet_until between 0 and 23),
  weekends boolean not null,
  email boolean not null,
  whatsapp boolean not null,
  weekly_cap integer not null check (weekly_cap between 1 and 7),
  language text not null check (language in ('en', 'pcm', 'ha', 'yo', 'ig')),
  -- Steps that were due before this are not made up for.
  since timestamptz,
  updated_at timestamptz not null
);

-- What became of each step of an invoice's ladder; a step happens once.
create table reminder_steps (
  business_id text not null,
  invoice_id text not null,
  -- Days from the due date, or `promise:` and the promise that was not kept.
  step text not null,
  id text not null,
  customer_id text not null,
  -- 'planned': prepared for its owner to send. 'queued': a job sends it.
  state text not null check (state in ('planned', 'queued', 'done', 'skipped')),
  -- Why it was skipped.
  why text,
  -- The day it is about, from which its words are chosen.
  day date not null,
  made_at timestamptz not null,
  settled_at timestamptz,
  primary key (business_id, invoice_id, step),
  unique (business_id, id),
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete cascade,
  check ((state in ('done', 'skipped')) = (settled_at is not null)),
  check ((state = 'skipped') = (why is not null))
);
create index reminder_steps_planned on reminder_steps (business_id, customer_id) where state = 'planned';

-- Every reminder that went, whoever sent it: caps and pauses are counted from these.
create table reminders (
  business_id text not null,
  id text not null,
  invoice_id text not null,
  customer_id text not null,
  -- Where it went: an e-mail address, or a number in international digits; '' where its sender chose the chat.
  address text not null,
  channel text not null check (channel in ('email', 'whatsapp')),
  -- 'hand': its owner asked for it. 'tap': prepared, and sent by its owner. 'ladder': by the service.
  sender text not null check (sender in ('hand', 'tap', 'ladder')),
  -- The step it was; null by hand.
  step text,
  sent_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete cascade
);
create index reminders_of_invoice on reminders (business_id, invoice_id, sent_at);
create index reminders_of_customer on reminders (business_id, customer_id, sent_at);
create index reminders_to_address on reminders (business_id, address, sent_at) where address <> '';

-- "She says Friday". Whether it was kept is worked out from the payments.
create table promises (
  business_id text not null,
  id text not null,
  invoice_id text not null,
  customer_id text not null,
  promised_for date not null,
  -- What was promised, at most what was owed then.
  amount_minor bigint not null check (amount_minor > 0),
  note text not null,
  made_at timestamptz not null,
  -- When it was withdrawn, or another day was promised instead.
  ended_at timestamptz,
  ended_by text check (ended_by in ('withdrawn', 'moved')),
  primary key (business_id, id),
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete cascade,
  check ((ended_at is null) = (ended_by is null))
);
create unique index promises_standing on promises (business_id, invoice_id) where ended_at is null;
create index promises_of_invoice on promises (business_id, invoice_id, id);
create index promises_of_customer on promises (business_id, customer_id, id);

-- What its owner chose for one invoice.
create table reminder_invoices (
  business_id text not null,
  invoice_id text not null,
  off boolean not null,
  -- After this much was paid its owner wanted the ladder to go on.
  resumed_paid_minor bigint not null,
  since timestamptz not null,
  primary key (business_id, invoice_id),
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete cascade
);

alter table customers
  add column language text check (language in ('en', 'pcm', 'ha', 'yo', 'ig')),
  add column reminders_off boolean not null default false;

-- When the ladder looks at an invoice next; those that were never looked at come first.
alter table invoices add column remind_at timestamptz not null default 'epoch';
create index invoices_to_remind on invoices (remind_at)
  where deleted_at is null and paid_at is null and sent_at is not null;

-- Whether the last message to an address was refused for good.
create index messages_to_address on messages (business_id, to_address, id desc) where customer_id is not null;
