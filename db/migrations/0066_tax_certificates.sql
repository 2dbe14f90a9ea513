-- The file of a tax certificate, and when its customer is next asked for it.
alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check
  check (purpose in ('kyc', 'logo', 'invoice', 'attachment', 'slip', 'certificate')) not valid;
alter table files validate constraint files_purpose_check;
alter table withholdings
  add column certificate_file_id text,
  -- Null where no letter follows: the certificate is not awaited, or all were sent.
  add column letter_at timestamptz,
  add constraint withholdings_letter check (letter_at is null or state = 'pending') not valid;
update withholdings set letter_at = kept_at + interval '30 days' where state = 'pending';
alter table withholdings validate constraint withholdings_letter;
create index withholdings_letter_due on withholdings (letter_at) where letter_at is not null;
create index withholdings_of_certificate on withholdings (business_id, certificate_file_id) where certificate_file_id is not null;
