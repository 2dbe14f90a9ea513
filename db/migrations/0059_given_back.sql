-- Money that came without a provider and was handed back in part or whole: the day it last was, and why.
alter table payments
  add column given_back_on date,
  add column given_back_reason text,
  add constraint payments_given_back check ((given_back_on is null) = (given_back_reason is null)
    and (given_back_on is null or (provider = 'offline' and given_back_minor > 0 and given_back_minor <= amount_minor)));
