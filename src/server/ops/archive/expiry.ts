import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { SystemScope } from '#server/kernel/scope.ts';
import { ARCHIVES, archiveTime } from './create.ts';
import { serviceRequestsFolder } from './service-requests.ts';

type Scope = Pick<SystemScope, 'config' | 'db' | 'log'>;

/**
 * Removes archives of the data folder that were made before a time, including pre-restore ones. The newest
 * stays, however old, until the database has a record of a later backup: it may be the only one.
 */
export async function removeOldArchives(scope: Scope, before: Date): Promise<void> {
  const folder = join(scope.config.dataDir, ARCHIVES);
  const dated = (await namesIn(folder)).flatMap((name) => {
    const at = archiveTime(name);
    return at ? [{ name, at }] : [];
  });
  const newest = dated.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];
  const old = dated.filter(({ at }) => at < before);
  const newestToKeep =
    old.some((one) => one === newest) && !(await hasBackupSince(scope, before)) ? newest : null;
  await removeAll(
    scope,
    folder,
    old.filter((one) => one !== newestToKeep).map(({ name }) => name),
  );
}

async function hasBackupSince({ db }: Scope, time: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from backups where finished_at >= ${time} limit 1`.execute(db);
  return rows.length > 0;
}

/** Removes leftovers of killed commands and services: archives nobody fetched, and unfinished ones. */
export async function removeLeftovers(scope: Scope, before: Date): Promise<void> {
  const { dataDir } = scope.config;
  const requestsDir = serviceRequestsFolder(dataDir);
  // Audit notes are not removed, however long they wait.
  const requests = (await namesIn(requestsDir)).filter((name) => !name.endsWith('.note'));
  await removeAll(scope, requestsDir, await olderThan(requestsDir, requests, before));
  const archives = join(dataDir, ARCHIVES);
  const drafts = (await namesIn(archives)).filter((name) => name.endsWith('.part'));
  await removeAll(scope, archives, await olderThan(archives, drafts, before));
}

async function olderThan(folder: string, names: string[], before: Date): Promise<string[]> {
  const old: string[] = [];
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && found.mtime < before) old.push(name);
  }
  return old;
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

async function removeAll({ log }: Scope, folder: string, names: string[]): Promise<void> {
  for (const name of names) {
    await rm(join(folder, name), { force: true });
    log.info(
      { file: name },
      'Of the archives in the data folder this one was kept long enough and is removed',
    );
  }
}
