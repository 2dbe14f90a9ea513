-- Conversations with the assistant. One is open at a time in a business; the earlier ones are kept.

create table threads (
  business_id text not null,
  id text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  primary key (business_id, id)
);
create unique index threads_open on threads (business_id) where closed_at is null;

create table thread_messages (
  business_id text not null,
  id text not null,
  thread_id text not null,
  -- Question and answer may fall into one millisecond.
  position bigint generated always as identity,
  role text not null check (role in ('user', 'assistant')),
  content text not null,
  image jsonb,
  outcome jsonb,
  created_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, thread_id) references threads (business_id, id)
);
create index thread_messages_order on thread_messages (business_id, thread_id, position);
