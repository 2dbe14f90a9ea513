import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Manifest } from './manifest.ts';
import { type Source, writeArchive } from './write.ts';

const NAME = /^duewell-[0-9TZ-]+\.tar\.gz(\.sealed)?$/;

/** What a finished archive came to. */
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

/** Makes an archive and notes in the database that there is one, for whoever watches its age. */
export async function makeBackup(source: Source, path: string): Promise<Made> {
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
  await sql`insert into backups (finished_at, archive, rows, files, bytes, seconds)
    values (${source.now}, ${path}, ${made.rows}, ${made.files}, ${bytes}, ${Math.round(made.seconds)})`.execute(
    source.store.db,
  );
  return made;
}

export const rowsIn = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0);

/** The archives in a folder by the names we give, oldest first. */
export const archivesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => NAME.test(name)).sort();

/** Removes all but the newest archives of a folder. Returns the names of those that went. */
export async function keepNewest(folder: string, keep: number): Promise<string[]> {
  const gone = (await archivesIn(folder)).slice(0, -keep);
  for (const name of gone) await rm(join(folder, name));
  return gone;
}
