-- Quotes: an offer that becomes an invoice once its customer accepts it. They count in no figure of money.
create table quotes (
  business_id text not null,
  id text not null,
  public_id text not null unique,
  verification_code text not null unique default new_paper_code(),
  kind text not null check (kind in ('quote', 'estimate', 'proforma')),
  -- Given when it is first sent, printed as QUO-0001; a draft has none.
  number integer,
  currency currency_code not null,
  customer_id text not null,
  customer_name text not null,
  customer_email text not null,
  title text not null,
  total_minor bigint not null check (total_minor > 0),
  state text not null check (state in ('draft', 'sent', 'accepted', 'declined', 'withdrawn')),
  revision integer not null check (revision >= 1),
  valid_days integer not null check (valid_days between 1 and 365),
  valid_until date,
  due_days integer not null check (due_days between 0 and 365),
  on_acceptance text not null check (on_acceptance in ('ask', 'draft', 'send')),
  -- The first look at the current revision.
  viewed_at timestamptz,
  -- When the current revision went.
  sent_at timestamptz,
  changed_at timestamptz not null,
  invoice_id text,
  created_at timestamptz not null,
  primary key (business_id, id),
  unique (business_id, number),
  unique (business_id, invoice_id),
  foreign key (business_id, customer_id) references customers (business_id, id),
  foreign key (business_id, invoice_id) references invoices (business_id, id),
  -- One that was withdrawn before it went has neither.
  check ((number is null) = (valid_until is null) and (number is null) = (sent_at is null)),
  check (state <> 'draft' or number is null),
  check (state in ('draft', 'withdrawn') or number is not null),
  check (invoice_id is null or state = 'accepted')
);
create index quotes_newest on quotes (business_id, currency, id desc);
create index quotes_of_customer on quotes (business_id, customer_id);

create table quote_revisions (
  business_id text not null,
  quote_id text not null,
  revision integer not null,
  content jsonb not null,
  -- SHA-256 of its canonical form, which an acceptance names; null while it is a draft.
  content_hash text,
  primary key (business_id, quote_id, revision),
  foreign key (business_id, quote_id) references quotes (business_id, id) on delete cascade
);

create table quote_acceptances (
  business_id text not null,
  quote_id text not null,
  revision integer not null,
  content_hash text not null,
  name text not null,
  order_number text not null,
  address text not null,
  browser text not null,
  accepted_at timestamptz not null,
  primary key (business_id, quote_id),
  foreign key (business_id, quote_id, revision) references quote_revisions (business_id, quote_id, revision) on delete cascade
);

create table quote_events (
  business_id text not null,
  id text not null,
  quote_id text not null,
  kind text not null check (kind in ('sent', 'revised', 'viewed', 'extended', 'question', 'accepted', 'declined', 'withdrawn', 'invoiced')),
  revision integer not null,
  note text not null,
  created_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, quote_id) references quotes (business_id, id) on delete cascade
);
create index quote_events_of_quote on quote_events (business_id, quote_id, id);

alter table notification_preferences
  drop constraint notification_preferences_event_check,
  add constraint notification_preferences_event_check check (event in ('payment_received', 'payment_refunded', 'withdrawal_finished',
    'invoice_overdue', 'quote_answered', 'message_failed', 'weekly_summary'));

select fence_tenants();
