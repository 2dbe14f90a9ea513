-- When its payer last came back from the provider, and since when a return waits for the provider's first word.
alter table checkouts add column returned_at timestamptz;
alter table checkouts add column unanswered_since timestamptz;
-- How long an attempt is told counts from its last change; rows of before go by when they were made or came in.
alter table payments add column status_changed_at timestamptz;

-- Who bears the provider's fee, and whether the own account stands on documents.
alter table business_profiles
  add column fee_bearer text not null default 'owner' check (fee_bearer in ('owner', 'customer')),
  add column own_account_on_documents boolean not null default false;
-- What a payer is asked for on top of the amount, and how much of a payment was for that.
alter table checkouts add column surcharge_minor bigint not null default 0 check (surcharge_minor >= 0);
alter table payments add column surcharge_minor bigint not null default 0
  check (surcharge_minor >= 0 and surcharge_minor + applied_minor <= amount_minor);
create index payments_with_credit_left on payments (business_id, currency, id desc)
  where status = 'completed' and amount_minor > applied_minor + refunded_minor + surcharge_minor;
