import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { parseInstant } from '#core/dates.ts';
import { transactOn, type Tx } from '#server/kernel/db.ts';
import { OPERATOR, recordOperator } from '#server/modules/audit/commands.ts';
import type { Manifest } from './manifest.ts';
import { type Source, writeArchive } from './write.ts';

const NAME = /^duewell-[0-9TZ-]+\.tar\.gz(\.sealed)?$/;
const TIME =
  /^(?:before-restore-)?duewell-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.tar\.gz(?:\.sealed)?$/;

/** Archives of the data folder: the daily ones of an embedded database, and pre-restore ones. */
export const ARCHIVES = 'backups';

/** Summary of a finished archive. */
export type ArchiveSummary = {
  path: string;
  bytes: number;
  rows: number;
  files: number;
  missing: number;
  seconds: number;
};

/** The name of an archive made at an instant; names sort by time. */
export const archiveName = (now: Date, sealed: boolean): string =>
  `duewell-${now.toISOString().replace(/[:.]/g, '-')}.tar.gz${sealed ? '.sealed' : ''}`;

/** Name of the archive `restore --force` makes of the previous contents; not counted among the daily ones. */
export const preRestoreName = (now: Date, sealed: boolean): string =>
  `before-restore-${archiveName(now, sealed)}`;

/** Time of an archive by its name; null for any other file. */
export function archiveTime(name: string): Date | null {
  const [, hour, minute, second, ms] = TIME.exec(name) ?? [];
  return hour ? parseInstant(`${hour}:${minute}:${second}.${ms}Z`) : null;
}

/**
 * Makes an archive and records it in the database, for monitoring of its age; when an operator requested it,
 * in the audit trail too, with the requested path.
 */
export async function makeBackup(
  source: Source,
  path: string,
  requestedPath: string | null = null,
): Promise<ArchiveSummary> {
  const from = performance.now();
  const { manifest, bytes } = await writeArchive(source, path);
  const summary = {
    path,
    bytes,
    rows: rowsIn(manifest),
    files: manifest.files.length,
    missing: manifest.missingFiles.length,
    seconds: Math.round((performance.now() - from) / 100) / 10,
  };
  await transactOn(source.store.db, (tx) => recordBackup(tx, source, summary, requestedPath));
  return summary;
}

async function recordBackup(
  tx: Tx,
  { now, key }: Source,
  summary: ArchiveSummary,
  requestedPath: string | null,
): Promise<void> {
  const { rows, files, bytes, seconds } = summary;
  const path = requestedPath ?? summary.path;
  await sql`insert into backups (finished_at, archive, rows, files, bytes, seconds)
    values (${now}, ${path}, ${rows}, ${files}, ${bytes}, ${Math.round(seconds)})`.execute(tx);
  if (requestedPath === null) return;
  const detail = `Backup made at ${path}: ${rows} records, ${files} files${key ? ', sealed' : ''}`;
  await recordOperator({ tx, now, origin: OPERATOR }, detail);
}

export const rowsIn = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0);

/** Our archives in a folder, oldest first. */
export const archivesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => NAME.test(name)).sort();

/** Removes all but the newest archives of a folder. Returns the names of those that went. */
export async function keepNewest(folder: string, count: number): Promise<string[]> {
  const removed = (await archivesIn(folder)).slice(0, -count);
  for (const name of removed) await rm(join(folder, name));
  return removed;
}
