-- Eight columns get the field's words. This step adds them empty, which takes no time in large tables; 0039 copies what the
-- old ones hold. The version before this one may run meanwhile and knows only the old names, so triggers write each value
-- under both. 0120 drops the triggers and the old columns.

alter table business_profiles
  add column pending_owner_verification boolean not null default false,
  add column payouts_on_hold boolean not null default false,
  add constraint business_profiles_revoked
    check (taken_over_at is not null or not (pending_owner_verification or payouts_on_hold));
create function sync_profile_terms() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.pending_owner_verification := new.pending_owner_verification or new.awaits_owner;
    new.payouts_on_hold := new.payouts_on_hold or new.money_held;
  else
    if new.pending_owner_verification = old.pending_owner_verification and new.awaits_owner <> old.awaits_owner then
      new.pending_owner_verification := new.awaits_owner;
    end if;
    if new.payouts_on_hold = old.payouts_on_hold and new.money_held <> old.money_held then
      new.payouts_on_hold := new.money_held;
    end if;
  end if;
  new.awaits_owner := new.pending_owner_verification;
  new.money_held := new.payouts_on_hold;
  return new;
end $$;
create trigger sync_profile_terms
  before insert or update of awaits_owner, pending_owner_verification, money_held, payouts_on_hold on business_profiles
  for each row execute function sync_profile_terms();

create function sync_next_poll_at() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.next_poll_at := coalesce(new.next_poll_at, new.next_ask_at);
  elsif new.next_poll_at is not distinct from old.next_poll_at and new.next_ask_at is distinct from old.next_ask_at then
    new.next_poll_at := new.next_ask_at;
  end if;
  new.next_ask_at := new.next_poll_at;
  return new;
end $$;
alter table refunds add column next_poll_at timestamptz;
create index refunds_next_poll on refunds (next_poll_at) where next_poll_at is not null;
create trigger sync_next_poll_at before insert or update of next_ask_at, next_poll_at on refunds
  for each row execute function sync_next_poll_at();
alter table withdrawals add column next_poll_at timestamptz;
create index withdrawals_next_poll on withdrawals (next_poll_at) where next_poll_at is not null;
create trigger sync_next_poll_at before insert or update of next_ask_at, next_poll_at on withdrawals
  for each row execute function sync_next_poll_at();
alter table checkouts
  add column poll_count integer not null default 0,
  add column next_poll_at timestamptz;
create index checkouts_next_poll on checkouts (next_poll_at) where next_poll_at is not null;
create trigger sync_next_poll_at before insert or update of next_ask_at, next_poll_at on checkouts
  for each row execute function sync_next_poll_at();

create function sync_poll_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.poll_count := greatest(new.poll_count, new.asks);
  elsif new.poll_count = old.poll_count and new.asks <> old.asks then
    new.poll_count := new.asks;
  end if;
  new.asks := new.poll_count;
  return new;
end $$;
create trigger sync_poll_count before insert or update of asks, poll_count on checkouts
  for each row execute function sync_poll_count();

-- Without a default of its own: a new row takes the one of `paper_code`. Where both are given, this one counts.
create function sync_verification_code() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.verification_code := coalesce(new.verification_code, new.paper_code);
  elsif new.verification_code is not distinct from old.verification_code and new.paper_code <> old.paper_code then
    new.verification_code := new.paper_code;
  end if;
  new.paper_code := new.verification_code;
  return new;
end $$;
alter table receipts
  add column verification_code text,
  add constraint receipts_verification_code unique (verification_code);
create trigger sync_verification_code before insert or update of paper_code, verification_code on receipts
  for each row execute function sync_verification_code();
-- The largest of them comes last: others wait for the moment its index takes.
alter table invoices
  add column verification_code text,
  add constraint invoices_verification_code unique (verification_code);
create trigger sync_verification_code before insert or update of paper_code, verification_code on invoices
  for each row execute function sync_verification_code();
