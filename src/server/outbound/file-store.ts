import { join } from 'node:path';
import { createDiskStore } from '#server/adapters/storage/disk.ts';
import type { S3Settings } from '#server/adapters/storage/s3.ts';
import type { FileStore } from '#server/kernel/ports/index.ts';

/** The file store of the settings: an object store, or the data folder. */
export async function openFiles(config: {
  dataDir: string;
  storage: { s3: S3Settings | null };
}): Promise<FileStore> {
  const { s3 } = config.storage;
  if (!s3) return createDiskStore({ folder: join(config.dataDir, 'files') });
  // Loaded only where it is used: it is a large package.
  return (await import('#server/adapters/storage/s3.ts')).createS3Store(s3);
}
