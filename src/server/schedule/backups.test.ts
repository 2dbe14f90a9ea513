import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { createDiskStore } from '#server/adapters/storage/disk.ts';
import { checkArchive } from '#server/ops/archive/read.ts';
import { freshDatabase } from '../../../tests/databases.ts';
import { backUpWhenDue } from './backups.ts';

test('a daily copy has everything in it, and seven are kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'duewell-backups-'));
  const store = await freshDatabase();
  const files = createDiskStore({ folder: join(folder, 'files') });
  const source = { store, files, key: null, now: new Date() };
  await store.db
    .insertInto('waitlist_entries')
    .values({ email: 'kept@example.test', created_at: source.now })
    .execute();

  const path = await backUpWhenDue(source, join(folder, 'backups'));
  expect(await backUpWhenDue(source, join(folder, 'backups'))).toBeNull();
  const { tables } = await checkArchive({ path: path ?? '', key: null });
  expect(tables.find(({ name }) => name === 'public.waitlist_entries')?.rows).toBe(1);

  for (let day = 1; day <= 9; day++)
    writeFileSync(join(folder, 'backups', `duewell-2020-01-0${day}T00-00-00-000Z.tar.gz`), '');
  for (const name of readdirSync(join(folder, 'backups'))) utimesSync(join(folder, 'backups', name), 0, 0);
  const tomorrow = new Date(source.now.getTime() + 86_400_000);
  const next = await backUpWhenDue({ ...source, now: tomorrow }, join(folder, 'backups'));
  const backups = readdirSync(join(folder, 'backups'));
  expect(backups).toContain(basename(next ?? ''));
  expect(backups).toHaveLength(7);
  await store.close();
});
