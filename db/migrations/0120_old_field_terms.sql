-- Drops the names of before 0038: no version that knows only them runs any more.
drop trigger sync_profile_terms on business_profiles;
drop trigger sync_next_poll_at on refunds;
drop trigger sync_next_poll_at on withdrawals;
drop trigger sync_next_poll_at on checkouts;
drop trigger sync_poll_count on checkouts;
drop trigger sync_verification_code on receipts;
drop trigger sync_verification_code on invoices;
drop function sync_profile_terms, sync_next_poll_at, sync_poll_count, sync_verification_code;
alter table business_profiles drop column awaits_owner, drop column money_held;
alter table refunds drop column next_ask_at;
alter table withdrawals drop column next_ask_at;
alter table checkouts drop column next_ask_at, drop column asks;
alter function new_paper_code rename to new_verification_code;
alter table receipts
  drop column paper_code,
  alter column verification_code set default new_verification_code(),
  alter column verification_code set not null;
alter table invoices
  drop column paper_code,
  alter column verification_code set default new_verification_code(),
  alter column verification_code set not null;
