-- Drops the keys of before 0108, which do not hold the business: no version that needs them runs any more.
alter table business_profiles drop constraint business_profiles_user_id_key;
alter table card_charges drop constraint card_charges_reference_key;
drop index checkouts_reference;
alter table counter_codes drop constraint counter_codes_pkey,
  add constraint counter_codes_pkey primary key using index counter_codes_by_code;
alter table credit_notes drop constraint credit_notes_verification_code_key;
alter table data_keys drop constraint data_keys_pkey,
  add constraint data_keys_pkey primary key using index data_keys_by_id;
alter table files drop constraint files_id_key, drop constraint files_storage_key_key;
alter table invoices drop constraint invoices_public_id_key, drop constraint invoices_verification_code;
drop index payments_transaction;
alter table portal_links drop constraint portal_links_token_hash_key;
alter table portal_sessions drop constraint portal_sessions_token_hash_key;
alter table quotes drop constraint quotes_public_id_key, drop constraint quotes_verification_code_key;
alter table receipts drop constraint receipts_public_id_key, drop constraint receipts_verification_code;
alter table refunds drop constraint refunds_reference_key;
drop index refunds_unmatched;
alter table saved_cards drop constraint saved_cards_reference_key, drop constraint saved_cards_stop_key_key;
alter table withdrawals drop constraint withdrawals_reference_key;
