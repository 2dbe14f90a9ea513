import type { Ports, SystemScope } from '#server/kernel/scope.ts';
import { KeyMissing } from '#server/kernel/vault.ts';
import type { FileRow } from '../table.ts';

type StorageScope = Pick<SystemScope, 'vault'> & { ports: Pick<Ports, 'files'> };
type StoredFile = Pick<FileRow, 'business_id' | 'id' | 'purpose' | 'storage_key'>;

/** Stores a file's bytes, sealed with its business's key unless anybody may see them. Gives the key's id, for its row. */
export async function storeBytes(
  scope: StorageScope,
  file: StoredFile,
  bytes: Uint8Array,
): Promise<string | null> {
  // Logos are public: they are on every document; nothing else is.
  const isPublic = file.purpose === 'logo';
  const sealed = isPublic ? null : await scope.vault.sealFile(file.business_id, file.id, bytes);
  await scope.ports.files.put(file.storage_key, sealed?.bytes ?? bytes);
  return sealed?.keyId ?? null;
}

/** The bytes of a file as they were uploaded; null where they are gone, or the key that opens them. */
export async function fileBytes(
  scope: StorageScope,
  file: Pick<FileRow, 'business_id' | 'id' | 'storage_key' | 'key_id'>,
): Promise<Uint8Array | null> {
  const bytes = await scope.ports.files.get(file.storage_key);
  if (!bytes || file.key_id === null) return bytes;
  try {
    return await scope.vault.openFile(file.business_id, file.id, { keyId: file.key_id, bytes });
  } catch (error) {
    if (error instanceof KeyMissing) return null;
    throw error;
  }
}
