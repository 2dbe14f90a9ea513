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
export type Made = {
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
export const savedName = (now: Date, sealed: boolean): string => `before-restore-${archiveName(now, sealed)}`;

/** Time of an archive by its name; null for any other file. */
export function madeAt(name: string): Date | null {
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
  askedFor: string | null = null,
): Promise<Made> {
  const from = performance.now();
  const { manifest, bytes } = await writeArchive(source, path);
  const made = {
    path,
    bytes,
    rows: rowsIn(manifest),
    files: manifest.files.length,
    missing: manifest.missingFiles.length,
    seconds: Math.round((performance.now() - from) / 100) / 10,
  };
  await transactOn(source.store.db, (tx) => noteBackup(tx, source, made, askedFor));
  return made;
}

async function noteBackup(tx: Tx, { now, key }: Source, made: Made, askedFor: string | null): Promise<void> {
  const { rows, files, bytes, seconds } = made;
  const path = askedFor ?? made.path;
  await sql`insert into backups (finished_at, archive, rows, files, bytes, seconds)
    values (${now}, ${path}, ${rows}, ${files}, ${bytes}, ${Math.round(seconds)})`.execute(tx);
  if (askedFor === null) return;
  const detail = `Backup made at ${path}: ${rows} records, ${files} files${key ? ', sealed' : ''}`;
  await recordOperator({ tx, now, origin: OPERATOR }, detail);
}

export const rowsIn = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0);

/** Our archives in a folder, oldest first. */
export const archivesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => NAME.test(name)).sort();

/** Removes all but the newest archives of a folder. Returns the names of those that went. */
export async function keepNewest(folder: string, keep: number): Promise<string[]> {
  const gone = (await archivesIn(folder)).slice(0, -keep);
  for (const name of gone) await rm(join(folder, name));
  return gone;
}
