-- Where its owner wants it, a quote is accepted only with a code that went to the customer's own address.
alter table quotes
  add column asks_code boolean not null default false,
  add constraint quotes_asks_code check (not asks_code or customer_email <> '') not valid;
alter table quotes validate constraint quotes_asks_code;

alter table quote_acceptances add column code_confirmed boolean not null default false;

-- The code that counts for a quote now: the last one that was sent.
create table quote_codes (
  business_id text not null,
  quote_id text not null,
  -- Of the revision it was asked for; a later one voids it.
  content_hash text not null,
  code_hash text not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (business_id, quote_id),
  foreign key (business_id, quote_id) references quotes (business_id, id) on delete cascade
);
create index quote_codes_expiry on quote_codes (expires_at);

alter table quote_events
  drop constraint quote_events_kind_check,
  add constraint quote_events_kind_check check (kind in ('sent', 'revised', 'viewed', 'extended', 'question', 'code', 'accepted',
    'declined', 'withdrawn', 'invoiced')) not valid;
alter table quote_events validate constraint quote_events_kind_check;

select fence_tenants();
