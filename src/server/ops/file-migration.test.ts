import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDiskStore } from '#server/adapters/storage/disk.ts';
import { createS3Store } from '#server/adapters/storage/s3.ts';
import { startS3 } from '../../../tests/simulators/s3/index.ts';
import { moveFiles } from './file-migration.ts';

test('files move to an object store whatever breaks off in between, and back', async () => {
  const s3 = await startS3();
  const disk = createDiskStore({ folder: await mkdtemp(join(tmpdir(), 'moving-')) });
  const bucket = createS3Store(s3.settings);
  for (let at = 0; at < 8; at++) await disk.put(`biz_${at % 2}/fil_${at}`, Buffer.from(`file ${at}`));

  // Each file takes three calls; in the midst of the fourth the store is gone for good.
  s3.next(...Array.from({ length: 9 }, () => null), 'error_before', 'error_before', 'error_before');
  await expect(moveFiles(disk, bucket, true)).rejects.toThrow();
  expect(s3.objects.size).toBe(3);
  expect(await moveFiles(disk, bucket, true)).toMatchObject({ copied: 5, there: 0, removed: 5 });
  expect(await moveFiles(disk, bucket, true)).toMatchObject({ copied: 0, there: 0 });
  expect([...s3.objects.values()].map(({ bytes }) => bytes.toString()).sort()).toEqual(
    Array.from({ length: 8 }, (_, at) => `file ${at}`),
  );
  expect(await moveFiles(bucket, disk, false)).toMatchObject({ copied: 8, removed: 0 });
  expect(await moveFiles(bucket, disk, true)).toMatchObject({ copied: 0, there: 8, removed: 8 });
  expect(s3.objects.size).toBe(0);
  expect(Buffer.from((await disk.get('biz_1/fil_7')) ?? []).toString()).toBe('file 7');
  await s3.close();
});
