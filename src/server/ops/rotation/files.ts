import type { Clock } from '#core/dates.ts';
import { newId } from '#core/ids.ts';
import type { Db } from '#server/kernel/db.ts';
import type { FileStore } from '#server/kernel/ports/index.ts';
import { KeyMissing, type Vault } from '#server/kernel/vault.ts';
import { storageKey } from '#server/modules/files/rules.ts';
import type { FileRow } from '#server/modules/files/table.ts';

const BATCH = 50;

type With = { db: Db; vault: Vault; files: FileStore; clock: Clock };
type ResealedFiles = { files: number; broken: string[] };

/** Seals the bytes of private files anew that are not sealed with a key in use, each under a name of its own. */
export async function resealFiles(on: With): Promise<ResealedFiles> {
  const result: ResealedFiles = { files: 0, broken: [] };
  let after = '';
  for (;;) {
    const batch = await staleAfter(on.db, after);
    for (const file of batch) {
      try {
        await resealFile(on, file);
        result.files += 1;
      } catch (error) {
        // Its account was erased; the bytes go by themselves.
        if (!(error instanceof KeyMissing)) result.broken.push(`file ${file.id}`);
      }
    }
    after = batch.at(-1)?.id ?? '';
    if (batch.length < BATCH) return result;
  }
}

const staleAfter = (db: Db, after: string): Promise<FileRow[]> =>
  db
    .selectFrom('files as f')
    .selectAll('f')
    .where('f.purpose', '<>', 'logo')
    .where('f.id', '>', after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('data_keys as k')
            .select('k.id')
            .whereRef('k.id', '=', 'f.key_id')
            .where('k.retired_at', 'is', null),
        ),
      ),
    )
    .orderBy('f.id')
    .limit(BATCH)
    .execute();

// New bytes first, then the row that names them, then the old bytes are deleted: interrupted anywhere, the
// file stays readable. The key holds the creation time, so that new bytes are not taken for orphans before
// the row names them. Missing bytes may be in another store or on another disk, and their key is all that
// would ever open them: it stays.
async function resealFile({ db, vault, files, clock }: With, file: FileRow): Promise<void> {
  const { business_id: businessId, id, key_id: keyId, storage_key: old } = file;
  const bytes = await files.get(old);
  if (!bytes) throw new Error('the bytes are not in this store');
  const plaintext = keyId === null ? bytes : await vault.openFile(businessId, id, { keyId, bytes });
  const sealed = await vault.sealFile(businessId, id, plaintext);
  const key = storageKey(businessId, newId('fil', clock()));
  await files.put(key, sealed.bytes);
  const changed = await db
    .updateTable('files')
    .set({ key_id: sealed.keyId, storage_key: key })
    .where('id', '=', id)
    .where('storage_key', '=', old)
    .returning('id')
    .executeTakeFirst();
  await files.remove(changed ? old : key);
}
