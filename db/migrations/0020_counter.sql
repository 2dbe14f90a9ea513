-- The shop counter: the address on its poster, and sales that wait for their money.

-- Eight of 23 letters and digits that nobody takes for each other: more than 36 bits, on a page that counts its visitors.
create function new_counter_code() returns text language plpgsql volatile as $$
declare
  letters constant text := '34679ACDEFGHJKMNPQRTWXY';
  rest bigint := ('x' || substr(md5(gen_random_uuid()::text), 1, 15))::bit(60)::bigint;
  code text := '';
begin
  for place in 1..8 loop
    code := code || substr(letters, (rest % 23)::int + 1, 1);
    rest := rest / 23;
  end loop;
  return code;
end $$;

-- Made when a business first opens its counter.
create table counters (
  business_id text primary key,
  -- who pays there without being known
  customer_id text not null,
  next_number integer not null default 1 check (next_number > 0),
  foreign key (business_id, customer_id) references customers (business_id, id)
);

-- Addresses of counters. One that was renewed stays, so that an old poster can be told apart from a mistyped code.
create table counter_codes (
  code text primary key default new_counter_code(),
  business_id text not null references counters (business_id),
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index counter_codes_in_use on counter_codes (business_id) where ended_at is null;

-- A sale is an invoice marked as deleted until money comes for it: nothing that lists or counts invoices has to know of it.
create table counter_sales (
  business_id text not null,
  invoice_id text not null,
  -- the form it was asked for with: the same form makes one sale
  mark text not null,
  -- null once money came
  waits_until timestamptz,
  opened_at timestamptz not null,
  primary key (business_id, invoice_id),
  unique (business_id, mark),
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete cascade
);
create index counter_sales_waiting on counter_sales (waits_until) where waits_until is not null;
