-- A transfer's foreign keys hold a key share of both accounts before this trigger locks them in order. `for update` asks for
-- more than that, so two transfers that share an account could each wait for the other; `for no key update`, which is all
-- that a change of balance needs, does not collide with it.
create or replace function apply_transfer() returns trigger language plpgsql as $$
declare
  locked record;
begin
  for locked in select id, currency from ledger_accounts
    where id in (new.debit_account, new.credit_account) order by id for no key update loop
    if locked.currency <> new.currency then
      raise exception 'transfer % is in % but account % is in %', new.ref, new.currency, locked.id, locked.currency;
    end if;
  end loop;
  update ledger_accounts set balance_minor = balance_minor
    + case when id = new.credit_account then new.amount_minor else -new.amount_minor end
    where id in (new.debit_account, new.credit_account);
  return null;
end $$;
