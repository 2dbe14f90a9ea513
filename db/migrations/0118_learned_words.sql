-- Words of an owner as a card of the assistant was corrected: which customer, or which goods, they mean in this business.
create table learned_words (
  business_id text not null,
  kind text not null check (kind in ('customer', 'goods')),
  -- as words are compared: small letters without accents and signs, a blank between
  said text not null check (length(said) between 1 and 120),
  customer_id text,
  goods text check (length(goods) between 1 and 300),
  learned_at timestamptz not null,
  primary key (business_id, kind, said),
  foreign key (business_id, customer_id) references customers (business_id, id) on delete cascade,
  check (num_nonnulls(customer_id, goods) = 1 and (kind = 'customer') = (customer_id is not null))
);
create index learned_words_customer on learned_words (business_id, customer_id) where customer_id is not null;

alter table business_profiles add column remembers_corrections boolean not null default true;

select fence_tenants();
