-- The books and records of the product. Forward only. Every tenant table begins its key with business_id.
-- Money is bigint minor units beside its currency; days are dates; instants are timestamptz.

create extension if not exists pg_trgm;
-- Lets a search index begin with the business, so that a search never pays for what others have.
create extension if not exists btree_gin;

create domain currency_code as text check (value in ('NGN', 'USD'));

-- ---------------------------------------------------------------- identity

create table users (
  id text primary key,
  business_id text not null unique,
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  image text,
  currency currency_code not null,
  referral_code text,
  terms_accepted_at timestamptz,
  email_verified_at timestamptz,
  created_at timestamptz not null
);

create table sessions (
  id text primary key,
  user_id text not null references users on delete cascade,
  token_hash text not null unique,
  user_agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_user on sessions (user_id, created_at desc);

create table email_tokens (
  token_hash text primary key,
  user_id text not null references users on delete cascade,
  purpose text not null check (purpose in ('verify', 'reset')),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null
);
create index email_tokens_user on email_tokens (user_id, purpose);

create table waitlist_entries (
  email text primary key,
  created_at timestamptz not null
);

-- Every message by its key: the same key is sent once, and one nobody could deliver stays visible.
create table mails (
  key text primary key,
  to_address text not null,
  state text not null check (state in ('waiting', 'sent', 'undeliverable')),
  reason text,
  created_at timestamptz not null,
  settled_at timestamptz
);

-- ---------------------------------------------------------------- business

create table business_profiles (
  business_id text primary key references users (business_id) on delete cascade,
  user_id text not null unique references users on delete cascade,
  business_category text, business_name text not null, industry text, description text, company_size text,
  email text not null, country text, state text, city text, street text, zip_code text, website_url text,
  bank_name text, bank_code text, account_name text,
  account_number_sealed text, account_number_last4 text,
  bvn_sealed text, bvn_last4 text,
  logo text, primary_color text not null, secondary_color text not null,
  kyc_cac text, kyc_valid_id text, kyc_utility_bill text, kyc_bank_statement text,
  time_zone text not null default 'Africa/Lagos',
  onboarding_completed boolean not null default false,
  next_invoice_number integer not null default 1 check (next_invoice_number > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table transaction_pins (
  business_id text primary key references users (business_id) on delete cascade,
  pin_hash text not null,
  failed_tries integer not null default 0,
  locks integer not null default 0,
  locked_until timestamptz,
  set_at timestamptz not null
);

create table files (
  business_id text not null,
  id text not null unique,
  purpose text not null check (purpose in ('kyc', 'logo', 'invoice', 'attachment')),
  name text not null,
  mime_type text not null,
  size integer not null check (size > 0),
  storage_key text not null unique,
  created_at timestamptz not null,
  primary key (business_id, id)
);

create table activities (
  business_id text not null,
  id text not null,
  activity_type text not null,
  description text not null,
  status text not null check (status in ('success', 'pending', 'failed')),
  metadata jsonb not null,
  created_at timestamptz not null,
  primary key (business_id, id)
);

-- ---------------------------------------------------------------- customers and invoices

create table customers (
  business_id text not null,
  id text not null,
  name text not null,
  email text not null check (email = lower(email)),
  phone text,
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id)
);
create unique index customers_email on customers (business_id, email) where is_active;
create index customers_search on customers using gin (business_id, (lower(name || ' ' || email)) gin_trgm_ops);

create table invoices (
  business_id text not null,
  id text not null,
  public_id text not null unique,
  number text not null,
  currency currency_code not null,
  customer_id text not null,
  customer_name text not null,
  customer_email text not null,
  title text not null, description text not null, payment_terms text not null, notes text not null,
  subtotal_minor bigint not null check (subtotal_minor > 0),
  discount_minor bigint not null check (discount_minor >= 0),
  tax_bps integer not null check (tax_bps between 0 and 10000),
  tax_minor bigint not null check (tax_minor >= 0),
  total_minor bigint not null check (total_minor > 0),
  paid_minor bigint not null default 0 check (paid_minor >= 0),
  issue_date date not null,
  due_date date not null,
  pay_to jsonb,
  sent_at timestamptz,
  paid_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  primary key (business_id, id),
  unique (business_id, number),
  foreign key (business_id, customer_id) references customers (business_id, id),
  check (total_minor = subtotal_minor - discount_minor + tax_minor),
  check (discount_minor <= subtotal_minor),
  check (paid_minor <= total_minor),
  check ((paid_at is not null) = (paid_minor = total_minor))
);
create index invoices_newest on invoices (business_id, currency, id desc) where deleted_at is null;
create index invoices_unpaid on invoices (business_id, currency, due_date) where deleted_at is null and paid_at is null;
create index invoices_customer on invoices (business_id, customer_id, id desc);
create index invoices_search on invoices using gin (business_id, (lower(number || ' ' || customer_name || ' ' || customer_email)) gin_trgm_ops);

create table invoice_items (
  business_id text not null,
  invoice_id text not null,
  position integer not null,
  description text not null,
  quantity_micro bigint not null check (quantity_micro > 0),
  rate_minor bigint not null check (rate_minor > 0),
  total_minor bigint not null check (total_minor >= 0),
  primary key (business_id, invoice_id, position),
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete cascade
);

-- ---------------------------------------------------------------- payments in

-- One request to a provider to collect for one invoice. The reference is ours and unique for ever.
create table checkouts (
  business_id text not null,
  reference text not null,
  invoice_id text not null,
  provider text not null,
  currency currency_code not null,
  amount_minor bigint not null check (amount_minor > 0),
  checkout_url text,
  account jsonb,
  ussd_code text,
  created_at timestamptz not null,
  primary key (business_id, reference),
  foreign key (business_id, invoice_id) references invoices (business_id, id)
);
create unique index checkouts_reference on checkouts (provider, reference);
create index checkouts_invoice on checkouts (business_id, invoice_id, created_at desc);

create table payments (
  business_id text not null,
  id text not null,
  provider text not null,
  transaction_id text not null,
  reference text not null,
  invoice_id text,
  customer_id text,
  currency currency_code not null,
  amount_minor bigint not null check (amount_minor > 0),
  fee_minor bigint not null check (fee_minor >= 0),
  applied_minor bigint not null default 0 check (applied_minor >= 0),
  method text not null check (method in ('bank_transfer', 'card', 'qr_code', 'ussd', 'wallet')),
  status text not null check (status in ('pending', 'completed', 'failed', 'cancelled', 'refunded')),
  test_mode boolean not null,
  day date not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  primary key (business_id, id),
  foreign key (business_id, invoice_id) references invoices (business_id, id),
  foreign key (business_id, customer_id) references customers (business_id, id),
  check (applied_minor <= amount_minor)
);
create unique index payments_transaction on payments (provider, transaction_id);
create index payments_newest on payments (business_id, currency, id desc);
create index payments_invoice on payments (business_id, invoice_id) where invoice_id is not null;

-- What of a payment went to which invoice. Never changed: taking back is a negative row.
create table allocations (
  business_id text not null,
  id text not null,
  payment_id text not null,
  invoice_id text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  created_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, payment_id) references payments (business_id, id),
  foreign key (business_id, invoice_id) references invoices (business_id, id)
);
create index allocations_invoice on allocations (business_id, invoice_id);
create index allocations_payment on allocations (business_id, payment_id);

-- The inbox: an authentic notice is stored here before it is acknowledged, and processed once.
create table payment_notices (
  provider text not null,
  event_id text not null,
  subject text not null check (subject in ('payment', 'payout', 'other')),
  subject_id text not null,
  raw text not null,
  state text not null check (state in ('received', 'processed', 'ignored')),
  outcome text,
  received_at timestamptz not null,
  processed_at timestamptz,
  primary key (provider, event_id)
);
create index payment_notices_waiting on payment_notices (received_at) where state = 'received';

-- Money that arrived but matches no invoice of ours, or in another currency: parked, visible, never guessed.
create table unmatched_payments (
  provider text not null,
  transaction_id text not null,
  business_id text,
  invoice_id text,
  reference text not null,
  currency text not null,
  amount_minor bigint not null,
  reason text not null check (reason in ('unknown_reference', 'other_currency', 'test_money')),
  received_at timestamptz not null,
  primary key (provider, transaction_id)
);
create index unmatched_payments_business on unmatched_payments (business_id) where business_id is not null;

-- ---------------------------------------------------------------- withdrawals

create table withdrawals (
  business_id text not null,
  id text not null,
  reference text not null unique,
  type text not null check (type in ('self-withdraw', 'disburse')),
  currency currency_code not null,
  amount_minor bigint not null check (amount_minor > 0),
  fee_minor bigint not null check (fee_minor >= 0),
  bank_code text not null, bank_name text not null, account_name text,
  account_number_sealed text not null, account_number_last4 text not null,
  staff_name text, staff_email text, staff_phone text, description text,
  provider text not null,
  status text not null check (status in ('pending', 'processing', 'completed', 'failed', 'reversed')),
  reason text,
  tries integer not null default 0,
  sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id)
);
create index withdrawals_newest on withdrawals (business_id, currency, id desc);
create index withdrawals_open on withdrawals (updated_at) where status in ('pending', 'processing');

-- ---------------------------------------------------------------- ledger

create table ledger_accounts (
  id text primary key,
  business_id text,
  currency currency_code not null,
  balance_minor bigint not null default 0,
  may_be_negative boolean not null,
  constraint ledger_accounts_not_negative check (may_be_negative or balance_minor >= 0)
);
create index ledger_accounts_business on ledger_accounts (business_id) where business_id is not null;

-- One row moves one amount from one account to another, so it balances by construction; `ref` makes it happen once.
create table ledger_transfers (
  sequence bigint generated always as identity primary key,
  ref text not null unique,
  debit_account text not null references ledger_accounts,
  credit_account text not null references ledger_accounts,
  currency currency_code not null,
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null,
  cause text not null,
  business_id text,
  created_at timestamptz not null,
  check (debit_account <> credit_account)
);
create index ledger_transfers_cause on ledger_transfers (cause);
create index ledger_transfers_business on ledger_transfers (business_id, sequence desc);

-- Balances follow their transfers in the same statement; accounts are locked in name order.
create function apply_transfer() returns trigger language plpgsql as $$
declare
  locked record;
begin
  for locked in select id, currency from ledger_accounts
    where id in (new.debit_account, new.credit_account) order by id for update loop
    if locked.currency <> new.currency then
      raise exception 'transfer % is in % but account % is in %', new.ref, new.currency, locked.id, locked.currency;
    end if;
  end loop;
  update ledger_accounts set balance_minor = balance_minor
    + case when id = new.credit_account then new.amount_minor else -new.amount_minor end
    where id in (new.debit_account, new.credit_account);
  return null;
end $$;
create trigger apply_transfer after insert on ledger_transfers for each row execute function apply_transfer();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only: corrections are new rows', tg_table_name;
end $$;
create trigger ledger_transfers_append_only before update or delete or truncate on ledger_transfers
  for each statement execute function refuse_change();
create trigger allocations_append_only before update or delete or truncate on allocations
  for each statement execute function refuse_change();

-- ---------------------------------------------------------------- figures kept beside the records
-- Dashboards read these, so their cost does not grow with the number of invoices. `npm run verify-books`
-- recomputes them from the records.

create table invoice_figures (
  business_id text not null,
  currency currency_code not null,
  issue_month date not null,
  due_date date not null,
  state text not null check (state in ('pending', 'open', 'paid')),
  invoices integer not null,
  total_minor bigint not null,
  paid_minor bigint not null,
  primary key (business_id, currency, issue_month, due_date, state)
);

create table invoice_days (
  business_id text not null,
  currency currency_code not null,
  day date not null,
  issued integer not null,
  issued_minor bigint not null,
  settled integer not null,
  settled_seconds bigint not null,
  -- what is still owed on the invoices issued that day
  unpaid_minor bigint not null default 0,
  primary key (business_id, currency, day)
);

create table payment_days (
  business_id text not null,
  currency currency_code not null,
  day date not null,
  method text not null,
  status text not null,
  payments integer not null,
  amount_minor bigint not null,
  primary key (business_id, currency, day, method, status)
);

create table customer_figures (
  business_id text not null,
  currency currency_code not null,
  customer_id text not null,
  invoices integer not null default 0,
  invoiced_minor bigint not null default 0,
  received_minor bigint not null default 0,
  primary key (business_id, currency, customer_id)
);
create index customer_figures_top on customer_figures (business_id, currency, received_minor desc);

create function count_invoice(i invoices, sign integer) returns void language plpgsql as $$
declare
  invoice_state text := case when i.paid_at is not null then 'paid' when i.sent_at is null then 'pending' else 'open' end;
  -- The due date only matters while an invoice is open; the others of a month share one row.
  open_due date := case when invoice_state = 'open' then i.due_date else date '1970-01-01' end;
  lagos_day date := (i.paid_at at time zone 'Africa/Lagos')::date;
begin
  if i.deleted_at is not null then return; end if;
  insert into invoice_figures as f values
    (i.business_id, i.currency, date_trunc('month', i.issue_date)::date, open_due, invoice_state, sign, sign * i.total_minor, sign * i.paid_minor)
    on conflict (business_id, currency, issue_month, due_date, state) do update set
      invoices = f.invoices + excluded.invoices, total_minor = f.total_minor + excluded.total_minor, paid_minor = f.paid_minor + excluded.paid_minor;
  insert into invoice_days as d values (i.business_id, i.currency, i.issue_date, sign, sign * i.total_minor, 0, 0, sign * (i.total_minor - i.paid_minor))
    on conflict (business_id, currency, day) do update set
      issued = d.issued + excluded.issued, issued_minor = d.issued_minor + excluded.issued_minor, unpaid_minor = d.unpaid_minor + excluded.unpaid_minor;
  if i.paid_at is not null and i.sent_at is not null then
    insert into invoice_days as d values
      (i.business_id, i.currency, lagos_day, 0, 0, sign, sign * extract(epoch from i.paid_at - i.sent_at)::bigint)
      on conflict (business_id, currency, day) do update set
        settled = d.settled + excluded.settled, settled_seconds = d.settled_seconds + excluded.settled_seconds;
  end if;
  insert into customer_figures as c values (i.business_id, i.currency, i.customer_id, sign, sign * i.total_minor, 0)
    on conflict (business_id, currency, customer_id) do update set
      invoices = c.invoices + excluded.invoices, invoiced_minor = c.invoiced_minor + excluded.invoiced_minor;
end $$;

create function keep_invoice_figures() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform count_invoice(old, -1); end if;
  if tg_op <> 'DELETE' then perform count_invoice(new, 1); end if;
  return null;
end $$;
create trigger keep_invoice_figures after insert or delete or update of paid_minor, paid_at, sent_at, deleted_at, due_date, issue_date on invoices
  for each row execute function keep_invoice_figures();

create function count_payment(p payments, sign integer) returns void language plpgsql as $$
begin
  insert into payment_days as d values (p.business_id, p.currency, p.day, p.method, p.status, sign, sign * p.amount_minor)
    on conflict (business_id, currency, day, method, status) do update set
      payments = d.payments + excluded.payments, amount_minor = d.amount_minor + excluded.amount_minor;
  if p.status = 'completed' and p.customer_id is not null then
    insert into customer_figures as c values (p.business_id, p.currency, p.customer_id, 0, 0, sign * p.amount_minor)
      on conflict (business_id, currency, customer_id) do update set received_minor = c.received_minor + excluded.received_minor;
  end if;
end $$;

create function keep_payment_figures() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform count_payment(old, -1); end if;
  if tg_op <> 'DELETE' then perform count_payment(new, 1); end if;
  return null;
end $$;
create trigger keep_payment_figures after insert or delete or update of status, day, amount_minor, method, customer_id on payments
  for each row execute function keep_payment_figures();

-- ---------------------------------------------------------------- requests

create table idempotency_keys (
  actor text not null,
  key text not null,
  endpoint text not null,
  request_hash text not null,
  status integer not null,
  -- the very bytes of the first answer
  body text not null,
  created_at timestamptz not null,
  primary key (actor, key)
);

create table rate_counters (
  name text not null,
  subject text not null,
  window_start timestamptz not null,
  used integer not null,
  primary key (name, subject, window_start)
);
