import { sql } from 'kysely';
import type { Db } from '#server/kernel/db.ts';

const BUSINESSES = 1_000;
/** Files the records name, `biz_1/fil_1` and so on. */
export const FILES = 100;
export const FILE_BYTES = 200_000;

/** Opening balances, each chained to the one before it in its business, as the service would have written them. */
export async function fill(db: Db, ledger: number): Promise<void> {
  await sql`insert into users (id, business_id, email, password_hash, first_name, last_name, currency, created_at)
    select 'usr_' || b, 'biz_' || b, 'o' || b || '@example.test', 'x', 'A', 'B', 'NGN', now() from generate_series(1, ${BUSINESSES}) b`.execute(
    db,
  );
  await sql`insert into ledger_accounts (id, business_id, currency, may_be_negative)
    select 'biz:' || b, 'biz_' || b, 'NGN', false from generate_series(1, ${BUSINESSES}) b
    union all select 'outside', null, 'NGN', true`.execute(db);
  await sql`alter table ledger_transfers disable trigger user`.execute(db);
  await sql`insert into ledger_transfers (ref, debit_account, credit_account, currency, amount_minor, reason, cause, business_id, created_at)
    select 'opening:' || n, 'outside', 'biz:' || n % ${BUSINESSES} + 1, 'NGN', 1 + n % 100000, 'opening_balance', 'opening:' || n,
      'biz_' || n % ${BUSINESSES} + 1, now() from generate_series(1, ${ledger}) n`.execute(db);
  await sql`alter table ledger_transfers enable trigger user`.execute(db);
  await sql`update ledger_accounts a set balance_minor = moved.amount from (
      select credit_account as id, sum(amount_minor) as amount from ledger_transfers group by 1
      union all select 'outside', -sum(amount_minor) from ledger_transfers) moved where moved.id = a.id`.execute(
    db,
  );
  await sql`do $$ declare t ledger_transfers; chain text; n bigint; h bytea; d bytea; begin
    for t in select * from ledger_transfers order by business_id, sequence loop
      if chain is distinct from t.business_id then
        chain := t.business_id; n := 0; d := sha256(''::bytea); h := first_hash('ledger', chain, 0, d);
        insert into ledger_links values (chain, 0, 0, d, h);
      end if;
      n := n + 1; d := digest_of(t); h := next_hash(h, n, t.sequence, d);
      insert into ledger_links values (chain, n, t.sequence, d, h);
    end loop; end $$`.execute(db);
  await sql`insert into files (business_id, id, purpose, name, mime_type, size, storage_key, created_at)
    select 'biz_' || n, 'fil_' || n, 'attachment', 'a.pdf', 'application/pdf', ${FILE_BYTES}, 'biz_' || n || '/fil_' || n, now()
    from generate_series(1, ${FILES}) n`.execute(db);
}
