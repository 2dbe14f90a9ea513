-- What was once written to the audit trail and to the ledger can be shown to be still what it was: each row has a link, and
-- each link's hash covers its row and the link before it. One chain for each business and book, so that it shards and nobody
-- waits for another business; `nobody` is for log-ins with addresses nobody has, `service` for acts of operators, `platform`
-- for transfers between our own accounts. `npm run verify-audit` computes all of it again without these functions.

-- A link knows its row by its position only, and the row's id has 80 random bits: once the row is erased, nothing can be
-- guessed from its digest. Link 0 covers what was there before the chain began, up to its position.
create table audit_links (
  business_id text not null,
  number bigint not null,
  position bigint not null,
  digest bytea not null,
  hash bytea not null,
  primary key (business_id, number)
);
create index audit_links_position on audit_links (business_id, position);
create table ledger_links (like audit_links including all);

create trigger audit_links_append_only before update or delete or truncate on audit_links
  for each statement execute function refuse_change();
create trigger ledger_links_append_only before update or delete or truncate on ledger_links
  for each statement execute function refuse_change();

-- A text with its length before it, so that no two lists of texts read the same.
create function counted(value text) returns bytea language sql immutable parallel safe as $$
  select convert_to(case when value is null then '-,' else octet_length(value) || ':' || value || ',' end, 'UTF8')
$$;

create function micros(value timestamptz) returns text language sql immutable parallel safe as $$
  select (extract(epoch from value) * 1000000)::bigint::text
$$;

create function digest_of(e security_events) returns bytea language sql immutable parallel safe as $$
  select sha256(counted(e.position::text) || counted(e.id) || counted(e.user_id) || counted(e.business_id) || counted(e.event)
    || counted(e.detail) || counted(e.client_address) || counted(e.user_agent) || counted(micros(e.created_at)))
$$;

create function digest_of(t ledger_transfers) returns bytea language sql immutable parallel safe as $$
  select sha256(counted(t.sequence::text) || counted(t.ref) || counted(t.debit_account) || counted(t.credit_account)
    || counted(t.currency::text) || counted(t.amount_minor::text) || counted(t.reason) || counted(t.cause)
    || counted(t.business_id) || counted(micros(t.created_at)))
$$;

create function first_hash(book text, chain text, at bigint, digest bytea) returns bytea
language sql immutable parallel safe as $$ select sha256(counted(book) || counted(chain) || int8send(at) || digest) $$;

create function next_hash(before bytea, number bigint, at bigint, digest bytea) returns bytea
language sql immutable parallel safe as $$ select sha256(before || int8send(number) || int8send(at) || digest) $$;

-- Begins a chain over the rows before a position; whoever calls has the chain's lock.
create function begin_audit_chain(chain text, below bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into audit_links
  select chain, 0, old.last, old.digest, first_hash('audit', chain, old.last, old.digest) from (
    select coalesce(max(e.position), 0) as last,
      sha256(coalesce(string_agg(digest_of(e), ''::bytea order by e.position), ''::bytea)) as digest
    from security_events e
    where (e.business_id = chain or (chain = 'nobody' and e.business_id is null)) and e.position < below) old
  where not exists (select 1 from audit_links l where l.business_id = chain)
$$;

create function begin_ledger_chain(chain text, below bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into ledger_links
  select chain, 0, old.last, old.digest, first_hash('ledger', chain, old.last, old.digest) from (
    select coalesce(max(t.sequence), 0) as last,
      sha256(coalesce(string_agg(digest_of(t), ''::bytea order by t.sequence), ''::bytea)) as digest
    from ledger_transfers t
    where (t.business_id = chain or (chain = 'platform' and t.business_id is null)) and t.sequence < below) old
  where not exists (select 1 from ledger_links l where l.business_id = chain)
$$;

-- One lock for both books of a business, taken when all else of a transaction is done: it can wait for no other.
create function lock_chain(chain text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('chain ' || chain, 0))
$$;

create function link_event() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  chain text := coalesce(new.business_id, 'nobody');
  digest bytea := digest_of(new);
  last audit_links;
begin
  perform lock_chain(chain);
  select * into last from audit_links where business_id = chain order by number desc limit 1;
  if not found then
    perform begin_audit_chain(chain, new.position);
    select * into last from audit_links where business_id = chain order by number desc limit 1;
  end if;
  insert into audit_links values (chain, last.number + 1, new.position, digest,
    next_hash(last.hash, last.number + 1, new.position, digest));
  return null;
end $$;

create function link_transfer() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  chain text := coalesce(new.business_id, 'platform');
  digest bytea := digest_of(new);
  last ledger_links;
begin
  perform lock_chain(chain);
  select * into last from ledger_links where business_id = chain order by number desc limit 1;
  if not found then
    perform begin_ledger_chain(chain, new.sequence);
    select * into last from ledger_links where business_id = chain order by number desc limit 1;
  end if;
  insert into ledger_links values (chain, last.number + 1, new.sequence, digest,
    next_hash(last.hash, last.number + 1, new.sequence, digest));
  return null;
end $$;

-- At the end of the transaction: the link stands with its row or neither does.
create constraint trigger link_event after insert on security_events
  deferrable initially deferred for each row execute function link_event();
create constraint trigger link_transfer after insert on ledger_transfers
  deferrable initially deferred for each row execute function link_transfer();

-- Begins the chains of businesses that have written nothing since. Returns how many it began.
create function begin_chains(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  begun integer := 0;
  chain text;
begin
  for chain in select distinct coalesce(e.business_id, 'nobody') from security_events e
    where not exists (select 1 from audit_links l where l.business_id = coalesce(e.business_id, 'nobody')) limit most loop
    perform lock_chain(chain);
    perform begin_audit_chain(chain, 9223372036854775807);
    begun := begun + 1;
  end loop;
  for chain in select distinct coalesce(t.business_id, 'platform') from ledger_transfers t
    where not exists (select 1 from ledger_links l where l.business_id = coalesce(t.business_id, 'platform')) limit most loop
    perform lock_chain(chain);
    perform begin_ledger_chain(chain, 9223372036854775807);
    begun := begun + 1;
  end loop;
  return begun;
end $$;

-- A business reads its own links; only the triggers write them.
do $$
begin
  if to_regprocedure('fence_tenants()') is null then return; end if;
  perform fence_tenants();
  revoke insert, update, delete on audit_links, ledger_links from duewell_tenant;
end $$;

-- ---------------------------------------------------------------- the transaction PIN

alter table transaction_pins
  -- somebody's PIN is just being compared; for how long at most
  add column checking_until timestamptz,
  add column checking_token text,
  -- the third lock within thirty days lasts until the PIN is set anew
  add column recent_locks timestamptz[] not null default '{}';
