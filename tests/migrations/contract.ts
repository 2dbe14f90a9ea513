import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Store } from '#server/kernel/db.ts';

const FOLDER = join(import.meta.dirname, '../../db/contract');

/** Takes down what migrations keep for the version before this one, as the next release will. */
export async function contract(store: Store): Promise<void> {
  for (const name of readdirSync(FOLDER).sort()) {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    if (store.pglite) await store.pglite.exec(text);
    else await sql.raw(text).execute(store.db);
  }
}
