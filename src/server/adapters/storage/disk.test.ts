import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDiskStore } from './disk.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'disk-store-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const store = () => createDiskStore({ folder: join(folder, 'files') });

test('nothing is stored below a file', async () => {
  await store().put('plain', new Uint8Array());
  expect(await store().get('plain/below')).toBeNull();
});

test('two writers at once leave one whole file and no draft', async () => {
  const versions = Array.from({ length: 8 }, (_, at) => new Uint8Array(50_000).fill(at));
  await Promise.all(versions.map((bytes) => store().put('race/one', bytes)));
  const stored = await store().get('race/one');
  expect(versions).toContainEqual(stored);
  expect(await readdir(join(folder, 'files/race'))).toEqual(['one']);
});

test('a failed write leaves no draft behind, and what is stored is for its owner only', async () => {
  await store().put('dir/inner', new Uint8Array([1]));
  await writeFile(join(folder, 'files/dir/other'), '');
  await expect(store().put('dir', new Uint8Array([1]))).rejects.toThrow();
  expect((await readdir(join(folder, 'files'))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  expect((await stat(join(folder, 'files/dir/inner'))).mode & 0o077).toBe(0);
});
