-- A rest this small (kobo, cents) is given up when a payment leaves it; zero gives up none. And whether credit of a customer is used
-- for a new invoice of theirs when it is sent, or its owner is asked.
alter table business_profiles
  add column forgive_ngn_minor bigint not null default 0 check (forgive_ngn_minor between 0 and 10000),
  add column forgive_usd_minor bigint not null default 0 check (forgive_usd_minor between 0 and 10),
  add column credit_on_send text not null default 'ask' check (credit_on_send in ('ask', 'always'));
