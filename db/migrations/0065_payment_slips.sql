-- The photo of a slip, beside money that was recorded by hand or only claimed.
alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check
  check (purpose in ('kyc', 'logo', 'invoice', 'attachment', 'slip')) not valid;
alter table files validate constraint files_purpose_check;
alter table payments
  add column slip_file_id text,
  add constraint payments_slip check (slip_file_id is null or evidence <> 'provider') not valid;
alter table payments validate constraint payments_slip;
alter table payment_claims add column slip_file_id text;
create index payments_of_slip on payments (business_id, slip_file_id) where slip_file_id is not null;
create index payment_claims_of_slip on payment_claims (business_id, slip_file_id) where slip_file_id is not null;
