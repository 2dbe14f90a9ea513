-- Browsers that may be told news while they are closed, for as long as the session lasts that allowed it.
create table push_subscriptions (
  business_id text not null references users (business_id) on delete cascade,
  id text not null,
  session_id text not null references sessions on delete cascade,
  -- Whoever knows the endpoint and its keys can write to the browser.
  subscription_sealed text not null,
  endpoint_hash text not null unique,
  created_at timestamptz not null,
  primary key (business_id, id)
);
create index push_subscriptions_session on push_subscriptions (session_id);
