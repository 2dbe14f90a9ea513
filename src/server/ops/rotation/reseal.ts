import { sql } from 'kysely';
import type { Db } from '#server/kernel/db.ts';
import type { Sealer } from '#server/kernel/sealing.ts';
import type { Vault } from '#server/kernel/vault.ts';
import { type Sealed, type Source, sources } from './sealed-columns.ts';

const BATCH = 200;

/** `broken`: what could not be opened, and was left alone. */
export type Resealed = { values: number; broken: string[] };
type With = { db: Db; vault: Vault; sealer: Sealer; serviceVersion: number };

/**
 * Reseals values that are not sealed with a current key: each by itself, and only where it is unchanged, so
 * that it may run beside the service and resume after an interruption.
 */
export async function resealValues(on: With): Promise<Resealed> {
  const done: Resealed = { values: 0, broken: [] };
  for (const source of sources) await resealSource(on, source, done);
  return done;
}

async function resealSource(on: With, source: Source, done: Resealed): Promise<void> {
  let after = { key: '', part: '' };
  for (;;) {
    const batch = await staleAfter(on, source, after);
    for (const item of batch) {
      try {
        if (await reseal(on, source, item)) done.values += 1;
      } catch {
        done.broken.push(`${source.name} ${item.key} ${item.part}`.trim());
      }
    }
    const last = batch.at(-1);
    if (!last || batch.length < BATCH) return;
    after = last;
  }
}

async function staleAfter(
  { db, serviceVersion }: With,
  source: Source,
  after: Pick<Sealed, 'key' | 'part'>,
): Promise<Sealed[]> {
  const { table, key, part, businessId, value } = source;
  const { rows } = await sql<Sealed>`
    select ${key} as key, ${part} as part, ${businessId} as "businessId", ${value} as value from ${table} t
    where ${value} <> '' and (${key}, ${part}) > (${after.key}::text, ${after.part}::text)
      and case when ${value} like 's2.%' then ${businessId} is not null or split_part(${value}, '.', 2) <> ${String(serviceVersion)}
        else not exists (select 1 from data_keys k where ${value} like 'd2.%' and k.id = split_part(${value}, '.', 2) and k.retired_at is null) end
    order by 1, 2 limit ${BATCH}`.execute(db);
  return rows;
}

async function reseal({ db, vault, sealer }: With, source: Source, item: Sealed): Promise<boolean> {
  const { businessId, value } = item;
  const place = source.place(item);
  // The current seal context: those of some values were less exact once.
  const next = source.place({ ...item, value: '' });
  const plain = source.plain?.(value) ?? (await opened({ vault, sealer }, item, place));
  const sealed = businessId ? await vault.seal(businessId, next, plain) : sealer.seal(plain, next);
  const { rows } = await sql`update ${source.table} as t set ${source.set(sealed, plain)}
    where ${source.key} = ${item.key} and ${source.part} = ${item.part} and ${source.value} = ${value} returning 1`.execute(
    db,
  );
  return rows.length > 0;
}

async function opened(
  { vault, sealer }: Pick<With, 'vault' | 'sealer'>,
  { businessId, value }: Sealed,
  place: string,
): Promise<string> {
  if (businessId && !value.startsWith('s2.')) return vault.open(businessId, place, value);
  return sealer.open(value, place);
}

/** Chains the fingerprints of recovery codes to the newest service key, without knowing the codes. */
export async function renewMarks({ db, sealer }: Pick<With, 'db' | 'sealer'>): Promise<number> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select(['user_id', 'code_hash'])
    .where('used_at', 'is', null)
    .execute();
  let renewed = 0;
  for (const { user_id: userId, code_hash: mark } of rows) {
    const next = sealer.renewed(mark);
    if (next === mark) continue;
    await db
      .updateTable('recovery_codes')
      .set({ code_hash: next })
      .where('user_id', '=', userId)
      .where('code_hash', '=', mark)
      .execute();
    renewed += 1;
  }
  return renewed;
}
