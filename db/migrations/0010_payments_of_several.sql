-- A payout that did not go through is tried again at most once; the later attempt may itself be tried again.
alter table withdrawals add column retry_of text;
alter table withdrawals
  add foreign key (business_id, retry_of) references withdrawals (business_id, id);
create unique index withdrawals_retry_of on withdrawals (business_id, retry_of) where retry_of is not null;
