-- What the assistant proposes waits here until its owner confirms it; nothing is done before.
create table assistant_proposals (
  business_id text not null,
  id text not null,
  thread_id text not null,
  -- The answer that shows it.
  message_id text not null,
  user_id text not null,
  action text not null check (action in ('create_invoice', 'send_invoice', 'send_reminder', 'delete_invoice', 'add_customer')),
  currency currency_code not null,
  -- Exactly what is done on confirming, and our signature over it, its owner, its conversation and its end.
  arguments jsonb not null,
  signature text not null,
  state text not null check (state in ('open', 'done', 'withdrawn')),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  -- The answer that told how it went.
  answer_id text,
  primary key (business_id, id),
  foreign key (business_id, thread_id) references threads (business_id, id),
  check ((state = 'open') = (decided_at is null))
);
-- "Yes" means the last proposal shown, so there is never more than one.
create unique index assistant_proposals_open on assistant_proposals (business_id, thread_id) where state = 'open';

-- What the next message of a conversation may refer to, as of each answer.
alter table thread_messages add column memory jsonb;
-- What was read from the picture of a question, and what of the question came with it.
alter table thread_messages add column extraction jsonb;

-- What a model was used for on a day, so that a limit of each business can hold.
create table assistant_usage (
  business_id text not null,
  day date not null,
  calls int not null check (calls >= 0),
  input_tokens bigint not null check (input_tokens >= 0),
  output_tokens bigint not null check (output_tokens >= 0),
  primary key (business_id, day)
);

-- Many customers have a phone and no e-mail address; theirs is ''.
drop index customers_email;
create unique index customers_email on customers (business_id, email) where is_active and email <> '';
