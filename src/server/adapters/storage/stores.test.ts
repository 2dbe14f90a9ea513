import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileStore } from '#server/kernel/ports/index.ts';
import { type S3Fault, startS3 } from '../../../../tests/simulators/s3/index.ts';
import { createDiskStore } from './disk.ts';
import { createS3Store } from './s3.ts';

let folder = '';
let s3: Awaited<ReturnType<typeof startS3>>;
const stores: Record<string, FileStore> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-stores-'));
  s3 = await startS3();
  stores.disk = createDiskStore({ folder: join(folder, 'files') });
  stores.s3 = createS3Store(s3.settings);
  stores['s3 under a prefix'] = createS3Store({ ...s3.settings, prefix: 'shops/a/' });
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const storeOf = (name: string): FileStore => stores[name] as FileStore;
const allOf = async (store: FileStore): Promise<string[]> => {
  const keys: string[] = [];
  for await (const key of store.list()) keys.push(key);
  return keys.sort();
};

describe.each(['disk', 's3', 's3 under a prefix'])('files on %s', (name) => {
  test('come back as they were, are replaced by a later put, gone after remove', async () => {
    const store = storeOf(name);
    const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 256);
    await store.put('biz_1/kyc/fil_a-1', bytes);
    expect(Buffer.compare((await store.get('biz_1/kyc/fil_a-1')) ?? new Uint8Array(), bytes)).toBe(0);
    await store.put('biz_1/kyc/fil_a-1', new Uint8Array([7]));
    expect(await store.get('biz_1/kyc/fil_a-1')).toEqual(new Uint8Array([7]));
    await store.remove('biz_1/kyc/fil_a-1');
    await store.remove('biz_1/kyc/fil_a-1');
    expect(await store.get('biz_1/kyc/fil_a-1')).toBeNull();
    await store.put('empty', new Uint8Array());
    expect(await store.get('empty')).toEqual(new Uint8Array());
    await store.remove('empty');
  });

  test('are all named, whatever number of pages that takes', async () => {
    const store = storeOf(name);
    expect(await allOf(store)).toEqual([]);
    const keys = Array.from({ length: 10 }, (_, at) => `biz_${at % 2}/f${at}`);
    await Promise.all(keys.map((key) => store.put(key, Buffer.from(key))));
    expect(await allOf(store)).toEqual(keys.toSorted());
    await Promise.all(keys.map((key) => store.remove(key)));
    expect(await allOf(store)).toEqual([]);
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
    'ẹ',
    'x'.repeat(401),
  ])('refuse the key %j', async (key) => {
    const store = storeOf(name);
    await expect(async () => store.put(key, new Uint8Array([1]))).rejects.toThrow('file key');
    await expect(async () => store.get(key)).rejects.toThrow('file key');
    await expect(async () => store.remove(key)).rejects.toThrow('file key');
  });
});

test('installations that share a bucket see and remove only their own files', async () => {
  const prefixes = ['', 'a/', 'a/b/', 'b/'];
  const sharing = prefixes.map((prefix) => createS3Store({ ...s3.settings, prefix }));
  const key = 'biz_1/fil_same';
  s3.objects.set('notes.txt', { bytes: Buffer.from('of somebody else'), metadata: {} });
  for (const [at, store] of sharing.entries()) await store.put(key, Buffer.from(prefixes[at] ?? ''));
  for (const [at, store] of sharing.entries()) {
    expect(Buffer.from((await store.get(key)) ?? []).toString()).toBe(prefixes[at]);
    expect(await allOf(store)).toEqual([key]);
  }
  for (const [at, store] of sharing.entries()) {
    for (const listed of await allOf(store)) await store.remove(listed);
    expect([...s3.objects.keys()].sort()).toEqual(
      ['notes.txt', ...prefixes.slice(at + 1).map((prefix) => `${prefix}${key}`)].sort(),
    );
  }
  s3.objects.clear();
});

describe('an object store that fails', () => {
  const passing: S3Fault[][] = [
    ['error_before'],
    ['error_after'],
    ['lose_answer'],
    ['slow_down'],
    ['error_after', 'lose_answer'],
  ];
  test.each(passing)('is asked again to keep a file after %s', async (...faults) => {
    s3.next(...faults);
    await storeOf('s3').put('kept', Buffer.from('whole'));
    expect(s3.objects.get('kept')?.bytes.toString()).toBe('whole');
    s3.next(...faults);
    await storeOf('s3').remove('kept');
    expect(s3.objects.has('kept')).toBe(false);
  });

  test.each<S3Fault[]>([['cut'], ['slow'], ['other'], ['cut', 'other'], ['error_before', 'cut']])(
    'is asked again for a file after %s, and never believed',
    async (...faults) => {
      await storeOf('s3').put('read', Buffer.from('all of it'));
      s3.next(...faults);
      const store = faults.includes('slow')
        ? createS3Store({ ...s3.settings, timeoutMs: 500 })
        : storeOf('s3');
      expect(Buffer.from((await store.get('read')) ?? []).toString()).toBe('all of it');
    },
  );

  test('is given up after three tries, loudly', async () => {
    await storeOf('s3').put('rotten', Buffer.from('once good'));
    const stored = s3.objects.get('rotten');
    if (stored) stored.bytes = Buffer.from('eaten away');
    await expect(storeOf('s3').get('rotten')).rejects.toThrow('other bytes');
    s3.next('error_before', 'error_before', 'error_before');
    await expect(storeOf('s3').put('never', Buffer.from('x'))).rejects.toThrow();
    expect(s3.objects.has('never')).toBe(false);
  });

  test('is not spoken to with another secret', async () => {
    const stranger = createS3Store({ ...s3.settings, secretKey: 'wrong' });
    await expect(stranger.put('stolen', Buffer.from('x'))).rejects.toThrow('SignatureDoesNotMatch');
    expect(s3.objects.has('stolen')).toBe(false);
  });
});
