import { sql } from 'kysely';
import type { Db } from '#server/kernel/db.ts';
import type { Sealer } from '#server/kernel/sealing.ts';
import type { Vault } from '#server/kernel/vault.ts';
import type { SealedColumn, SealedValue } from '#server/kernel/sealed-columns.ts';
import { sealedColumns } from '#server/modules/all.ts';

const BATCH = 200;

/** `broken`: what could not be opened, and was left alone. */
type Resealed = { values: number; broken: string[] };
type With = { db: Db; vault: Vault; sealer: Sealer; serviceVersion: number };

/**
 * Reseals values that are not sealed with a current key: each by itself, and only where it is unchanged, so
 * that it may run beside the service and resume after an interruption.
 */
export async function resealValues(on: With): Promise<Resealed> {
  const result: Resealed = { values: 0, broken: [] };
  for (const source of sealedColumns) await resealSource(on, source, result);
  return result;
}

async function resealSource(on: With, source: SealedColumn, result: Resealed): Promise<void> {
  let after = { key: '', part: '' };
  for (;;) {
    const batch = await staleAfter(on, source, after);
    for (const item of batch) {
      try {
        if (await reseal(on, source, item)) result.values += 1;
      } catch {
        result.broken.push(`${source.name} ${item.key} ${item.part}`.trim());
      }
    }
    const last = batch.at(-1);
    if (!last || batch.length < BATCH) return;
    after = last;
  }
}

async function staleAfter(
  { db, serviceVersion }: With,
  source: SealedColumn,
  after: Pick<SealedValue, 'key' | 'part'>,
): Promise<SealedValue[]> {
  const { table, key, part, businessId, value } = source;
  const { rows } = await sql<SealedValue>`
    select ${key} as key, ${part} as part, ${businessId} as "businessId", ${value} as value from ${table} t
    where ${value} <> '' and (${key}, ${part}) > (${after.key}::text, ${after.part}::text)
      and case when ${value} like 's2.%' then ${businessId} is not null or split_part(${value}, '.', 2) <> ${String(serviceVersion)}
        else not exists (select 1 from data_keys k where ${value} like 'd2.%' and k.id = split_part(${value}, '.', 2) and k.retired_at is null) end
    order by 1, 2 limit ${BATCH}`.execute(db);
  return rows;
}

async function reseal(
  { db, vault, sealer }: With,
  source: SealedColumn,
  item: SealedValue,
): Promise<boolean> {
  const { businessId, value } = item;
  const sealContext = source.sealContext(item);
  // The current seal context: those of some values were less exact once.
  const next = source.sealContext({ ...item, value: '' });
  const plaintext = source.legacyPlaintext?.(value) ?? (await opened({ vault, sealer }, item, sealContext));
  const sealed = businessId ? await vault.seal(businessId, next, plaintext) : sealer.seal(plaintext, next);
  const { rows } = await sql`update ${source.table} as t set ${source.set(sealed, plaintext)}
    where ${source.key} = ${item.key} and ${source.part} = ${item.part} and ${source.value} = ${value} returning 1`.execute(
    db,
  );
  return rows.length > 0;
}

async function opened(
  { vault, sealer }: Pick<With, 'vault' | 'sealer'>,
  { businessId, value }: SealedValue,
  sealContext: string,
): Promise<string> {
  if (businessId && !value.startsWith('s2.')) return vault.open(businessId, sealContext, value);
  return sealer.open(value, sealContext);
}

/** Chains the fingerprints of recovery codes to the newest service key, without knowing the codes. */
export async function renewFingerprints({ db, sealer }: Pick<With, 'db' | 'sealer'>): Promise<number> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select(['user_id', 'code_hash'])
    .where('used_at', 'is', null)
    .execute();
  let renewed = 0;
  for (const { user_id: userId, code_hash: fingerprint } of rows) {
    const next = sealer.renewFingerprint(fingerprint);
    if (next === fingerprint) continue;
    await db
      .updateTable('recovery_codes')
      .set({ code_hash: next })
      .where('user_id', '=', userId)
      .where('code_hash', '=', fingerprint)
      .execute();
    renewed += 1;
  }
  return renewed;
}
