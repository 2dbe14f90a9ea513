import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '#server/config/config.ts';
import { type Db, FolderInUse, openEmbedded, openServer, type Store, transactOn } from '#server/kernel/db.ts';
import { OPERATOR, recordOperator } from '#server/modules/audit/commands.ts';
import { leaveAuditNote } from './archive/service-requests.ts';

type DatabaseLocation = Pick<Config, 'databaseUrl' | 'dataDir' | 'clock'>;

/** Opens the configured database; null where it is embedded and a running service holds it. */
export async function openIfFree({ databaseUrl, dataDir }: DatabaseLocation): Promise<Store | null> {
  if (databaseUrl) return openServer(databaseUrl, 1);
  try {
    return await openEmbedded(dataDir);
  } catch (error) {
    if (error instanceof FolderInUse) return null;
    throw error;
  }
}

/** Records an operator's action in the audit log. */
export const noteOperator = (db: Db, now: Date, detail: string): Promise<void> =>
  transactOn(db, (tx) => recordOperator({ tx, now, origin: OPERATOR }, detail));

/**
 * The same for a command that needs no database itself. Where a running service holds the embedded database,
 * the service records it within seconds; without records there is nothing to write to.
 */
export async function recordCommand(location: DatabaseLocation, detail: string): Promise<void> {
  if (!location.databaseUrl && !existsSync(join(location.dataDir, 'database'))) return;
  const store = await openIfFree(location);
  // File names sort in the order they were written.
  if (!store)
    return leaveAuditNote(location.dataDir, `${location.clock().getTime()}-${randomUUID()}`, detail);
  try {
    const { rows } = await sql<{
      there: boolean;
    }>`select to_regclass('public.security_events') is not null as there`.execute(store.db);
    if (rows[0]?.there) await noteOperator(store.db, location.clock(), detail);
  } finally {
    await store.close();
  }
}
