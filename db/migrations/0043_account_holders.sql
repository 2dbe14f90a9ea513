-- When the bank gave the name of the payout account; null where it has not. A name kept without this was typed by an owner.
-- On the staff list an empty name says the same: every other one there came from a bank.
alter table business_profiles add column account_name_confirmed_at timestamptz;
