-- Receipts, and the code on every paper by which anybody can check that it is genuine.

-- Eleven of 23 letters and digits that nobody takes for each other: more than 49 bits nobody can guess. The check character
-- behind them is worked out where the code is shown.
create function new_paper_code() returns text language plpgsql volatile as $$
declare
  letters constant text := '34679ACDEFGHJKMNPQRTWXY';
  rest bigint := ('x' || substr(md5(gen_random_uuid()::text), 1, 15))::bit(60)::bigint;
  code text := '';
begin
  for place in 1..11 loop
    code := code || substr(letters, (rest % 23)::int + 1, 1);
    rest := rest / 23;
  end loop;
  return code;
end $$;

alter table invoices
  add column paper_code text not null default new_paper_code(),
  add constraint invoices_paper_code unique (paper_code);

-- One for each payment that came, numbered without gaps in its business.
create table receipts (
  business_id text not null,
  payment_id text not null,
  number integer not null check (number > 0),
  public_id text not null unique,
  paper_code text not null default new_paper_code() unique,
  -- when the provider confirmed the payment to us
  issued_at timestamptz not null,
  primary key (business_id, payment_id),
  unique (business_id, number),
  foreign key (business_id, payment_id) references payments (business_id, id)
);

insert into receipts (business_id, payment_id, number, public_id, issued_at)
  select business_id, id, row_number() over (partition by business_id order by completed_at, id),
    replace(gen_random_uuid()::text, '-', ''), completed_at
  from payments where completed_at is not null;
