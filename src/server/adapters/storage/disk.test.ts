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

test('bytes come back as they were, replaced by a later put, gone after remove', async () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, at) => at % 256);
  await store().put('biz_1/kyc/fil_a-1', bytes);
  expect(await store().get('biz_1/kyc/fil_a-1')).toEqual(bytes);
  await store().put('biz_1/kyc/fil_a-1', new Uint8Array([7]));
  expect(await store().get('biz_1/kyc/fil_a-1')).toEqual(new Uint8Array([7]));
  expect(await readdir(join(folder, 'files/biz_1/kyc'))).toEqual(['fil_a-1']);
  await store().remove('biz_1/kyc/fil_a-1');
  await store().remove('biz_1/kyc/fil_a-1');
  expect(await store().get('biz_1/kyc/fil_a-1')).toBeNull();
});

test('nothing stored is null, also below a file', async () => {
  await store().put('plain', new Uint8Array());
  expect(await store().get('plain')).toEqual(new Uint8Array());
  expect(await store().get('plain/below')).toBeNull();
  expect(await store().get('none')).toBeNull();
});

test.each([
  '',
  '..',
  '../x',
  'a/../b',
  '/etc/passwd',
  'a//b',
  'a/',
  'A',
  'a.b',
  'a\\b',
  'a\0b',
  'a\n',
  'ẹ',
  'x'.repeat(401),
])('the key %j is refused by every call', async (key) => {
  await expect(store().put(key, new Uint8Array([1]))).rejects.toThrow('file key');
  await expect(store().get(key)).rejects.toThrow('file key');
  await expect(store().remove(key)).rejects.toThrow('file key');
});

test('two writers at once leave one whole file and no draft', async () => {
  const versions = Array.from({ length: 8 }, (_, at) => new Uint8Array(50_000).fill(at));
  await Promise.all(versions.map((bytes) => store().put('race/one', bytes)));
  const kept = await store().get('race/one');
  expect(versions).toContainEqual(kept);
  expect(await readdir(join(folder, 'files/race'))).toEqual(['one']);
});

test('a failed write leaves no draft behind, and what is stored is for its owner only', async () => {
  await store().put('dir/inner', new Uint8Array([1]));
  await writeFile(join(folder, 'files/dir/other'), '');
  await expect(store().put('dir', new Uint8Array([1]))).rejects.toThrow();
  expect((await readdir(join(folder, 'files'))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  expect((await stat(join(folder, 'files/dir/inner'))).mode & 0o077).toBe(0);
});
