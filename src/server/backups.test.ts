import { mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { openEmbedded } from '#server/db.ts';
import { migrate } from './migrate.ts';
import { backUpWhenDue } from './backups.ts';

test('a daily copy opens again with everything in it, and seven are kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'duewell-backups-'));
  const store = await openEmbedded(null);
  await migrate(store);
  const now = new Date();
  await store.db
    .insertInto('waitlist_entries')
    .values({ email: 'kept@example.test', created_at: now })
    .execute();

  const path = await backUpWhenDue(store, folder, now);
  expect(await backUpWhenDue(store, folder, now)).toBeNull();
  const restored = await openEmbedded(null, new Blob([readFileSync(path ?? '')]));
  expect(await restored.db.selectFrom('waitlist_entries').select('email').execute()).toEqual([
    { email: 'kept@example.test' },
  ]);
  await restored.close();

  for (let day = 1; day <= 9; day++)
    writeFileSync(join(folder, `database-2020-01-0${day}T00-00-00-000Z.tar.gz`), '');
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), 0, 0);
  const next = await backUpWhenDue(store, folder, new Date(now.getTime() + 86_400_000));
  expect(readdirSync(folder)).toContain(basename(next ?? ''));
  expect(readdirSync(folder)).toHaveLength(7);
  await store.close();
}, 60_000);
