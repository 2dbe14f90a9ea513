import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { assert } from '#core/assert.ts';
import type { Clock } from '#core/dates.ts';
import { newId } from '#core/ids.ts';
import { bytesOfText, KEY_BYTES, openBytes, sealBytes } from '#server/crypto/ciphers.ts';
import { emitEvent } from '#server/observability/events.ts';
import { type Db, transactOn } from './db.ts';
import type { MasterKeys } from './master-keys.ts';
import { KEYS_LOCK, masterKeyInUse, type Sealer } from './sealing.ts';

/**
 * Seals a business's own data with its own key, which is stored in the database, itself sealed under the
 * master key. `sealContext` is `table.column:row`; business, context and key are bound in. Uses only the
 * database handle it was made on.
 */
export type Vault = {
  /** Reads the key to seal with, so that `seal` need not wait for it in this transaction. */
  prepare(businessId: string): Promise<void>;
  seal(businessId: string, sealContext: string, plaintext: string): Promise<string>;
  /** Throws `KeyMissing` or `KeyUnreadable` without the key, and for values sealed in another context. */
  open(businessId: string, sealContext: string, sealed: string): Promise<string>;
  /** As `open`, where the row does not say whose it is. */
  openForAnyBusiness(sealContext: string, sealed: string): Promise<string>;
  sealFile(businessId: string, fileId: string, bytes: Uint8Array): Promise<{ keyId: string; bytes: Buffer }>;
  openFile(businessId: string, fileId: string, sealed: { keyId: string; bytes: Uint8Array }): Promise<Buffer>;
  /** Whether a key is still there; inside a transaction it then stays until the end of it. */
  holds(keyId: string): Promise<boolean>;
  /** Deletes the keys of a business: data sealed with them, in copies too, can never be opened again. */
  destroy(businessId: string): Promise<void>;
};

/** The key of a sealed value no longer exists: its business was erased, or the row was lost. */
export class KeyMissing extends Error {}

/** The key is there and cannot be opened: its row was damaged, or this process lacks the master key it is sealed under. */
class KeyUnreadable extends Error {}

/** Whether an error means that a business's key is missing or unreadable. */
export const isKeyError = (error: unknown): boolean =>
  error instanceof KeyMissing || error instanceof KeyUnreadable;

/** An opened key; `wrapped` as it stood in its row. */
type DataKey = { id: string; businessId: string; key: KeyObject; wrapped: string };

const CACHE_MS = 10 * 60_000;
const MAX_CACHED = 2_000;

/** The seal context of a data key. */
export const dataKeySealContext = (businessId: string, id: string): string =>
  `data_keys.wrapped:${businessId}:${id}`;
const fileSealContext = (fileId: string): string => `files.bytes:${fileId}`;
const associatedData = (key: DataKey, sealContext: string) =>
  JSON.stringify([key.id, key.businessId, sealContext]);

/** Creates vaults on handles of one database; opened keys are cached among them for ten minutes. */
export function createVaults(from: {
  masterKeys: MasterKeys;
  sealer: Sealer;
  clock: Clock;
}): (db: Db) => Vault {
  const known = createKeyCache(from.clock);
  return (db) => vaultOn(db, { ...from, known });
}

/** The id of the key that a value of a business is sealed with; null for one sealed otherwise. */
export const keyIdOf = (sealed: string): string | null => /^d2\.([\w-]+)\./.exec(sealed)?.[1] ?? null;

type VaultDependencies = {
  masterKeys: MasterKeys;
  sealer: Sealer;
  clock: Clock;
  known: ReturnType<typeof createKeyCache>;
};

function vaultOn(db: Db, { masterKeys, sealer, clock, known }: VaultDependencies): Vault {
  const own = { db, masterKeys, clock, known };
  // Inside a transaction the current key cannot be deleted, and is read once.
  const inUse = new Map<string, Promise<DataKey>>();
  const keyInUse = (businessId: string): Promise<DataKey> => {
    if (!db.isTransaction) return readKeyInUse(own, businessId);
    const pending = inUse.get(businessId) ?? readKeyInUse(own, businessId);
    inUse.set(businessId, pending);
    return pending;
  };
  const anyKey = async (id: string): Promise<DataKey> => known.get(id) ?? known.keep(await readKey(own, id));
  const keyById = async (id: string, businessId: string): Promise<DataKey> => {
    const key = await anyKey(id);
    assert(key.businessId === businessId, 'a value is opened for the business it was sealed for');
    return key;
  };
  return {
    prepare: async (businessId) => void (await keyInUse(businessId)),
    seal: async (businessId, sealContext, plaintext) => {
      const key = await keyInUse(businessId);
      return `d2.${key.id}.${sealBytes(key.key, Buffer.from(plaintext), associatedData(key, sealContext)).toString('base64url')}`;
    },
    open: async (businessId, sealContext, sealed) => {
      const id = keyIdOf(sealed);
      if (id === null) return openLegacy(sealer, sealed, sealContext);
      const key = await keyById(id, businessId);
      return openText(key, sealContext, sealed);
    },
    openForAnyBusiness: async (sealContext, sealed) =>
      openText(await anyKey(keyIdOf(sealed) ?? ''), sealContext, sealed),
    sealFile: async (businessId, fileId, bytes) => {
      const key = await keyInUse(businessId);
      return {
        keyId: key.id,
        bytes: sealBytes(key.key, bytes, associatedData(key, fileSealContext(fileId))),
      };
    },
    openFile: async (businessId, fileId, { keyId, bytes }) => {
      const key = await keyById(keyId, businessId);
      return openBytes(key.key, bytes, associatedData(key, fileSealContext(fileId)));
    },
    holds: async (keyId) => {
      const row = await db
        .selectFrom('data_keys')
        .select('id')
        .where('id', '=', keyId)
        .forKeyShare()
        .executeTakeFirst();
      return row !== undefined;
    },
    destroy: async (businessId) => {
      await db.deleteFrom('data_keys').where('business_id', '=', businessId).execute();
      known.forget(businessId);
    },
  };
}

// From before businesses had keys. Values of the service itself are not accepted here.
function openLegacy(sealer: Sealer, sealed: string, sealContext: string): string {
  assert(sealed.startsWith('v1.'), 'a value of a business is sealed with its own key');
  return sealer.open(sealed, sealContext);
}

const openText = (key: DataKey, sealContext: string, sealed: string): string =>
  openBytes(
    key.key,
    bytesOfText(sealed.slice(`d2.${key.id}.`.length)),
    associatedData(key, sealContext),
  ).toString();

type KeyStore = { db: Db; masterKeys: MasterKeys; clock: Clock };
type CachingStore = KeyStore & { known: ReturnType<typeof createKeyCache> };
type Row = { id: string; business_id: string; wrapped: string; master_key_id: string };

function opened(masterKeys: MasterKeys, row: Row): DataKey {
  const { id, business_id: businessId } = row;
  try {
    const key = createSecretKey(masterKeys.unwrap(row, dataKeySealContext(businessId, id)));
    return { id, businessId, key, wrapped: row.wrapped };
  } catch (cause) {
    throw new KeyUnreadable(`The key ${id} of ${businessId} cannot be opened`, { cause });
  }
}

async function readKey({ db, masterKeys }: KeyStore, id: string): Promise<DataKey> {
  const row = await db.selectFrom('data_keys').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new KeyMissing(`The key ${id} of a sealed value is not there`);
  return opened(masterKeys, row);
}

// Locked against deletion: values sealed in this transaction can be opened after it.
async function readKeyInUse(on: CachingStore, businessId: string): Promise<DataKey> {
  const read = () =>
    on.db
      .selectFrom('data_keys')
      .selectAll()
      .where('business_id', '=', businessId)
      .where('retired_at', 'is', null)
      .forKeyShare()
      .executeTakeFirst();
  const known = await read();
  const key = known && openOrReport(on, known);
  if (key) return key;
  const renew = (db: Db) => renewDataKey({ ...on, db }, businessId, known?.id ?? null);
  await (on.db.isTransaction ? renew(on.db) : transactOn(on.db, renew));
  const created = await read();
  assert(created, 'a business has a key in use');
  return opened(on.masterKeys, created);
}

// Incoming payments are reported in sealed messages: one damaged key row must not block recording them.
// Values sealed by the old key stay closed, and its row stays, retired, for repair.
function openOrReport({ masterKeys, known }: CachingStore, row: Row): DataKey | null {
  const before = known.get(row.id);
  // One whose row was damaged since could not be opened later.
  if (before?.wrapped === row.wrapped) return before;
  try {
    return known.keep(opened(masterKeys, row));
  } catch (error) {
    emitEvent('unreadable', { why: error instanceof Error ? error.message : '' });
    return null;
  }
}

/** Gives a business a new key; `damaged` is the one it replaces. */
async function renewDataKey(on: KeyStore, businessId: string, damaged: string | null): Promise<void> {
  if (damaged !== null)
    await on.db
      .updateTable('data_keys')
      .set({ retired_at: on.clock() })
      .where('business_id', '=', businessId)
      .where('id', '=', damaged)
      .where('retired_at', 'is', null)
      .execute();
  const { newest } = await on.db
    .selectFrom('data_keys')
    .select((eb) => eb.fn.max<number | null>('version').as('newest'))
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow();
  await addDataKey(on, businessId, (newest ?? 0) + 1);
}

/** Adds a key to a business that has none in use; one that another process created meanwhile stays. */
export async function addDataKey(
  { db, masterKeys, clock }: KeyStore,
  businessId: string,
  version: number,
): Promise<void> {
  // Held until the end of the transaction, so that `rotate-keys` reseals this one as well.
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(KEYS_LOCK)})`.execute(db);
  const now = clock();
  const id = newId('dky', now);
  const key = randomBytes(KEY_BYTES);
  const wrapped = masterKeys.wrap(
    key,
    dataKeySealContext(businessId, id),
    await masterKeyInUse(db, masterKeys),
  );
  await db
    .insertInto('data_keys')
    .values({ id, business_id: businessId, version, ...wrapped, created_at: now, retired_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Opened keys by their id. Ids are never reused, so a cached key is never wrong, at most retired. */
function createKeyCache(clock: Clock) {
  const keys = new Map<string, DataKey & { until: number }>();
  return {
    get: (id: string): DataKey | null => {
      const found = keys.get(id);
      return found && found.until > clock().getTime() ? found : null;
    },
    keep: (key: DataKey): DataKey => {
      const oldest = keys.size >= MAX_CACHED ? keys.keys().next().value : undefined;
      if (oldest !== undefined) keys.delete(oldest);
      keys.set(key.id, { ...key, until: clock().getTime() + CACHE_MS });
      return key;
    },
    forget: (businessId: string): void => {
      for (const [id, key] of keys) if (key.businessId === businessId) keys.delete(id);
    },
  };
}
