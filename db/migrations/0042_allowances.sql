-- Which payouts went to an account not known when they were asked for: what a day may bring such accounts is counted by it.
alter table withdrawals add column to_new_account boolean not null default false;
-- When an operator had looked through the business's papers.
alter table business_profiles add column documents_accepted_at timestamptz;
create index withdrawals_of_day on withdrawals (business_id, created_at);
-- To how many customers a business wrote today, and how many sent it back.
create index messages_of_day on messages (business_id, created_at) where customer_id is not null;
