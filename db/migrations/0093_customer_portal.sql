-- Customers open their own page by a link: one they asked for (opens once), or one their seller shared (opens until it ends).
create table portal_links (
  business_id text not null,
  token_hash text not null unique,
  customer_id text not null,
  shared boolean not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (business_id, token_hash),
  foreign key (business_id, customer_id) references customers (business_id, id)
);
create index portal_links_of_customer on portal_links (business_id, customer_id);
create index portal_links_expiry on portal_links (expires_at);

-- A link that opens once is gone by then; with a shared one go the sessions it opened.
create table portal_sessions (
  business_id text not null,
  token_hash text not null unique,
  customer_id text not null,
  link_hash text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (business_id, token_hash),
  foreign key (business_id, customer_id) references customers (business_id, id),
  foreign key (business_id, link_hash) references portal_links (business_id, token_hash) on delete cascade
);
create index portal_sessions_of_customer on portal_sessions (business_id, customer_id);
create index portal_sessions_of_link on portal_sessions (business_id, link_hash) where link_hash is not null;
create index portal_sessions_expiry on portal_sessions (expires_at);

-- Customers of all businesses by their address.
create index customers_of_email on customers (email) where email <> '';

select fence_tenants();
