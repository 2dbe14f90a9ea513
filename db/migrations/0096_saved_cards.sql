-- Plans may charge a card that their customer agreed to have kept, up to a sum for each invoice.
alter table plans
  add column cap_minor bigint check (cap_minor > 0),
  drop constraint plans_mode_check,
  add constraint plans_mode_check check (mode in ('draft', 'send', 'charge'));

-- What was agreed to, word for word, and every withdrawal: rows are added and never changed.
create table card_consents (
  business_id text not null,
  id text not null,
  kind text not null check (kind in ('given', 'withdrawn')),
  card_id text not null,
  plan_id text not null,
  said_by text not null check (said_by in ('customer', 'owner', 'bank')),
  wording text not null,
  language text not null,
  currency text not null check (currency in ('NGN', 'USD')),
  cap_minor bigint not null check (cap_minor > 0),
  rhythm jsonb not null,
  client_address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  primary key (business_id, id)
);
create index card_consents_of_card on card_consents (business_id, card_id);
create trigger card_consents_append_only before update or delete or truncate on card_consents
  for each statement execute function refuse_change_unless_erasing();

-- A card for one plan. It waits for the payment it comes with; its token is sealed, and gone once the card is of no more use.
create table saved_cards (
  business_id text not null,
  id text not null,
  customer_id text not null,
  plan_id text not null,
  invoice_id text not null,
  reference text not null unique,
  provider text not null,
  currency text not null check (currency in ('NGN', 'USD')),
  cap_minor bigint not null check (cap_minor > 0),
  email text not null,
  token_sealed text,
  brand text,
  last4 text,
  expires text,
  status text not null check (status in ('awaiting', 'active', 'stopped', 'failed', 'unusable')),
  stop_key text not null unique,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, customer_id) references customers (business_id, id),
  foreign key (business_id, invoice_id) references invoices (business_id, id)
);
create unique index saved_cards_in_use on saved_cards (business_id, plan_id) where status = 'active';
create index saved_cards_of_plan on saved_cards (business_id, plan_id);
create index saved_cards_of_customer on saved_cards (business_id, customer_id);
create index saved_cards_of_invoice on saved_cards (business_id, invoice_id);
create index saved_cards_awaiting on saved_cards (created_at) where status = 'awaiting';

-- Every attempt to charge a card for an invoice, with a reference of its own.
create table card_charges (
  business_id text not null,
  reference text not null unique,
  card_id text not null,
  plan_id text not null,
  invoice_id text not null,
  provider text not null,
  currency text not null check (currency in ('NGN', 'USD')),
  amount_minor bigint not null check (amount_minor > 0),
  attempt integer not null check (attempt > 0),
  status text not null check (status in ('pending', 'processing', 'completed', 'failed', 'dropped')),
  failure text check (failure in ('funds', 'declined', 'issuer', 'card', 'holder', 'lost')),
  reason text,
  next_try_at timestamptz not null,
  tries integer not null default 0,
  next_poll_at timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, reference),
  foreign key (business_id, card_id) references saved_cards (business_id, id),
  foreign key (business_id, invoice_id) references invoices (business_id, id)
);
-- One charge of an invoice at a time, each attempt once, and one that succeeds.
create unique index card_charges_open on card_charges (business_id, invoice_id) where status in ('pending', 'processing', 'completed');
create unique index card_charges_attempts on card_charges (business_id, invoice_id, attempt);
create index card_charges_of_card on card_charges (business_id, card_id);
create index card_charges_of_plan on card_charges (business_id, plan_id, created_at desc);
create index card_charges_due on card_charges (next_try_at) where status = 'pending';
create index card_charges_polls on card_charges (next_poll_at) where next_poll_at is not null;

-- A reference under which a saved card is charged: nobody pays it on a page.
alter table checkouts add column charges_card boolean not null default false;

-- The test provider forgets a card when it is told to.
alter table sandbox.payments add column card_revoked_at timestamptz;

select fence_tenants();
revoke update, delete on card_consents from duewell_tenant;
