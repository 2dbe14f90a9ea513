import { randomBytes } from 'node:crypto';
import type { FileStore } from '../ports.ts';
import type { Db } from '../db.ts';
import type { FileRow } from '../modules/files/table.ts';
import { fileBytes } from '../modules/files/flows/bytes.ts';
import { storageKey } from '../modules/files/rules.ts';
import type { Vault } from '../vault.ts';

const BATCH = 50;

type With = { db: Db; vault: Vault; files: FileStore };
export type ResealedFiles = { files: number; broken: string[] };

/** Seals the bytes of private files anew that are not sealed with a key in use, each under a name of its own. */
export async function resealFiles(on: With): Promise<ResealedFiles> {
  const done: ResealedFiles = { files: 0, broken: [] };
  let after = '';
  for (;;) {
    const batch = await staleAfter(on.db, after);
    for (const file of batch) {
      try {
        await resealFile(on, file);
        done.files += 1;
      } catch {
        done.broken.push(`file ${file.id}`);
      }
    }
    after = batch.at(-1)?.id ?? '';
    if (batch.length < BATCH) return done;
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

// The new bytes first, then the row that names them, then the old ones go: ended anywhere, the file can be read.
async function resealFile({ db, vault, files }: With, file: FileRow): Promise<void> {
  const bytes = await fileBytes({ ports: { files }, vault }, file);
  const sealed = await vault.sealFile(file.business_id, file.id, bytes ?? new Uint8Array());
  const key = `${storageKey(file.business_id, file.id)}-${randomBytes(6).toString('hex')}`;
  if (bytes) await files.put(key, sealed.bytes);
  const changed = await db
    .updateTable('files')
    .set({ key_id: sealed.keyId, ...(bytes ? { storage_key: key } : {}) })
    .where('id', '=', file.id)
    .where('storage_key', '=', file.storage_key)
    .returning('id')
    .executeTakeFirst();
  if (bytes) await files.remove(changed ? file.storage_key : key);
}
