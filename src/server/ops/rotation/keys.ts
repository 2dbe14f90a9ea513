import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Clock, plusMs } from '#core/dates.ts';
import { ConfigError } from '#server/config/startup-errors.ts';
import { KEY_BYTES } from '#server/crypto/ciphers.ts';
import { type Db, transactOn, type Tx } from '#server/kernel/db.ts';
import type { MasterKeys, Wrapped } from '#server/kernel/master-keys.ts';
import { addRoot, KEYS_LOCK, rootSealContext } from '#server/kernel/sealing.ts';
import { addDataKey, dataKeySealContext } from '#server/kernel/vault.ts';
import { sealedColumns } from '#server/modules/all.ts';

const BATCH = 500;
const RESUME_WITHIN_MS = 24 * 3_600_000;

type With = { db: Db; masterKeys: MasterKeys; clock: Clock };

const lockKeys = (tx: Tx) => sql`select pg_advisory_xact_lock(${sql.lit(KEYS_LOCK)})`.execute(tx);

/**
 * Seals every key under MASTER_KEY: the service's own first, for new keys go under the same as those. Returns how many
 * of each were sealed under another, and which data keys could not be opened: those are left as they are.
 */
export async function rewrapKeys(on: With): Promise<{ service: number; data: number; broken: string[] }> {
  const service = await transactOn(on.db, (tx) => rewrapService(tx, on.masterKeys));
  const total = { service, data: 0, broken: [] as string[] };
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after;
    const batch = await transactOn(on.db, (tx) => rewrapBatch(tx, on.masterKeys, from));
    total.data += batch.sealed;
    total.broken.push(...batch.broken);
    after = batch.last;
  }
  return total;
}

async function rewrapService(tx: Tx, masterKeys: MasterKeys): Promise<number> {
  await lockKeys(tx);
  const rows = await tx
    .selectFrom('service_keys')
    .selectAll()
    .where('master_key_id', '<>', masterKeys.currentId)
    .execute();
  for (const row of rows) {
    const sealContext = rootSealContext(row.version);
    const wrapped = masterKeys.wrap(masterKeys.unwrap(row, sealContext), sealContext, masterKeys.currentId);
    await tx.updateTable('service_keys').set(wrapped).where('version', '=', row.version).execute();
  }
  return rows.length;
}

// `last` is where the next batch begins; null after the last one.
async function rewrapBatch(tx: Tx, masterKeys: MasterKeys, after: string) {
  const rows = await tx
    .selectFrom('data_keys')
    .selectAll()
    .where('master_key_id', '<>', masterKeys.currentId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()
    .execute();
  const broken: string[] = [];
  for (const row of rows) {
    const sealContext = dataKeySealContext(row.business_id, row.id);
    const key = opened(masterKeys, row, sealContext);
    if (!key) broken.push(`data key ${row.id} of ${row.business_id}`);
    else
      await tx
        .updateTable('data_keys')
        .set(masterKeys.wrap(key, sealContext, masterKeys.currentId))
        .where('id', '=', row.id)
        .execute();
  }
  const last = rows.length === BATCH ? (rows.at(-1)?.id ?? null) : null;
  return { sealed: rows.length - broken.length, broken, last };
}

// Damaged: one business is affected. A missing master key is the operator's problem.
function opened(masterKeys: MasterKeys, row: Wrapped, sealContext: string): Buffer | null {
  try {
    return masterKeys.unwrap(row, sealContext);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    return null;
  }
}

/** Adds a new service key, used by each process from its next start. Returns its version. */
export const addServiceKey = ({ db, masterKeys, clock }: With): Promise<number> =>
  transactOn(db, async (tx) => {
    await lockKeys(tx);
    const { newest } = await tx
      .selectFrom('service_keys')
      .select((eb) => eb.fn.max('version').as('newest'))
      .executeTakeFirstOrThrow();
    const version = newest + 1;
    await addRoot(tx, masterKeys, { version, key: randomBytes(KEY_BYTES) }, clock());
    return version;
  });

/**
 * Gives every business a new data key. Keys created since an interrupted run of the last day began are new
 * enough, so that a repeat resumes that run.
 */
export async function renewDataKeys(on: With): Promise<number> {
  const now = on.clock();
  const resumed = await on.db
    .selectFrom('data_keys')
    .select((eb) => eb.fn.min('retired_at').as('at'))
    .where('retired_at', '>', plusMs(now, -RESUME_WITHIN_MS))
    .whereRef('retired_at', '>', 'created_at')
    .executeTakeFirst();
  const before = resumed?.at ?? now;
  let renewed = 0;
  for (;;) {
    const old = await on.db
      .selectFrom('data_keys')
      .select(['id', 'business_id', 'version'])
      .where('retired_at', 'is', null)
      .where('created_at', '<', before)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const key of old) await transactOn(on.db, (tx) => renew({ ...on, db: tx }, key));
    renewed += old.length;
    if (old.length < BATCH) return renewed;
  }
}

async function renew(on: With, old: { id: string; business_id: string; version: number }): Promise<void> {
  await on.db
    .updateTable('data_keys')
    .set({ retired_at: on.clock() })
    .where('id', '=', old.id)
    .where('retired_at', 'is', null)
    .execute();
  await addDataKey(on, old.business_id, old.version + 1);
}

/**
 * Deletes retired keys nothing is sealed with any more. Returns how many were deleted and how many had to
 * stay.
 */
export async function dropRetired({ db }: With): Promise<{ dropped: number; kept: number }> {
  const total = { dropped: 0, kept: 0 };
  let after = '';
  for (;;) {
    const batch = await transactOn(db, (tx) => dropBatch(tx, after));
    total.dropped += batch.dropped;
    total.kept += batch.ids.length - batch.dropped;
    after = batch.ids.at(-1) ?? '';
    if (batch.ids.length < BATCH) return total;
  }
}

// Once these rows are locked no transaction seals with them any more: earlier ones have committed.
async function dropBatch(tx: Tx, after: string): Promise<{ ids: string[]; dropped: number }> {
  const rows = await tx
    .selectFrom('data_keys')
    .select('id')
    .where('retired_at', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()
    .execute();
  const ids = rows.map(({ id }) => id);
  const used = new Set(ids.length === 0 ? [] : await stillUsed(tx, ids));
  const free = ids.filter((id) => !used.has(id));
  if (free.length > 0) await tx.deleteFrom('data_keys').where('id', 'in', free).execute();
  // Keys that had to stay must not make the next run look resumed: they count as retired when created.
  if (used.size > 0)
    await tx
      .updateTable('data_keys')
      .set((eb) => ({ retired_at: eb.ref('created_at') }))
      .where('id', 'in', [...used])
      .execute();
  return { ids, dropped: free.length };
}

async function stillUsed(tx: Tx, ids: string[]): Promise<string[]> {
  const idList = sql.join(ids);
  const used: string[] = [];
  for (const { table, value } of sealedColumns) {
    const { rows } = await sql<{
      id: string;
    }>`select distinct split_part(${value}, '.', 2) as id from ${table} t
      where ${value} like 'd2.%' and split_part(${value}, '.', 2) in (${idList})`.execute(tx);
    used.push(...rows.map(({ id }) => id));
  }
  const files = await tx.selectFrom('files').select('key_id').distinct().where('key_id', 'in', ids).execute();
  return [...used, ...files.flatMap(({ key_id }) => key_id ?? [])];
}
