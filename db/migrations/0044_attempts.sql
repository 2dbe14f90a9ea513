-- When its payer last came back from the provider, and since when a return waits for the provider's first word.
alter table checkouts add column returned_at timestamptz;
alter table checkouts add column unanswered_since timestamptz;
-- How long an attempt is told counts from its last change; rows of before go by when they were made or came in.
alter table payments add column status_changed_at timestamptz;
