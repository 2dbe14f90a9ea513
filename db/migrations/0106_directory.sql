-- A key that comes without its business (a public address, a code on paper, a number of a payment provider) is unique over all
-- businesses. Where the tables lie on several nodes no unique key of theirs can say that: this one does, and says whose it is.
-- The keys of the tables themselves then hold the business (0108).
create table directory (
  -- table and column
  kind text not null,
  -- the value; of several columns all of them with a blank between
  key text not null,
  business_id text not null,
  primary key (kind, key)
);
select fence_tenants();

create function directory_key(record jsonb, columns text) returns text language sql immutable as $$
  select case when bool_and(record ->> name is not null) then string_agg(record ->> name, ' ' order by place) end
  from unnest(string_to_array(columns, ',')) with ordinality as named(name, place)
$$;

-- Each argument: a column, or several of one key.
create function keep_directory() returns trigger language plpgsql as $$
declare
  columns text;
  kind_of text;
  before text;
  after text;
begin
  foreach columns in array tg_argv loop
    kind_of := tg_table_name || '.' || columns;
    before := case when tg_op <> 'INSERT' then directory_key(to_jsonb(old), columns) end;
    after := case when tg_op <> 'DELETE' then directory_key(to_jsonb(new), columns) end;
    continue when before is not distinct from after;
    if before is not null then
      delete from directory where kind = kind_of and key = before and business_id = old.business_id;
    end if;
    if after is not null then
      insert into directory values (kind_of, after, new.business_id);
    end if;
  end loop;
  return null;
end $$;

create trigger keep_directory after insert or delete or update of public_id, verification_code on invoices
  for each row execute function keep_directory('public_id', 'verification_code');
create trigger keep_directory after insert or delete or update of public_id, verification_code on quotes
  for each row execute function keep_directory('public_id', 'verification_code');
create trigger keep_directory after insert or delete or update of public_id, verification_code on receipts
  for each row execute function keep_directory('public_id', 'verification_code');
create trigger keep_directory after insert or delete or update of verification_code on credit_notes
  for each row execute function keep_directory('verification_code');
create trigger keep_directory after insert or delete or update of provider, reference on checkouts
  for each row execute function keep_directory('provider,reference');
create trigger keep_directory after insert or delete or update of provider, transaction_id on payments
  for each row execute function keep_directory('provider,transaction_id');
create trigger keep_directory after insert or delete or update of reference on refunds
  for each row execute function keep_directory('reference');
create trigger keep_directory after insert or delete or update of reference on withdrawals
  for each row execute function keep_directory('reference');
create trigger keep_directory after insert or delete or update of reference on card_charges
  for each row execute function keep_directory('reference');
create trigger keep_directory after insert or delete or update of reference, stop_key on saved_cards
  for each row execute function keep_directory('reference', 'stop_key');
create trigger keep_directory after insert or delete or update of code on counter_codes
  for each row execute function keep_directory('code');
create trigger keep_directory after insert or delete or update of token_hash on portal_links
  for each row execute function keep_directory('token_hash');
create trigger keep_directory after insert or delete or update of token_hash on portal_sessions
  for each row execute function keep_directory('token_hash');
