import { createHash } from 'node:crypto';
import type { MasterKeySecrets } from '#server/config/keys.ts';
import { ConfigError } from '#server/config/startup-errors.ts';
import { bytesOfText, openBytes, sealBytes } from '#server/crypto/ciphers.ts';

/** A key as the database keeps it: sealed under the master key with that id. */
export type Wrapped = { wrapped: string; master_key_id: string };

/** The keys that never enter the database. */
export type MasterKeys = {
  /** The id of MASTER_KEY. */
  currentId: string;
  /** The key of MASTER_KEY itself; it served as the service key before stored keys existed. */
  current: Buffer;
  /** Seals a key under one of the master keys; `about` is bound in. Throws for an unavailable id. */
  wrap(key: Buffer, about: string, masterKeyId: string): Wrapped;
  /** Throws where the master key is not at hand, or is another. */
  unwrap(row: Wrapped, about: string): Buffer;
};

/** Id by which a row names its master key; it reveals nothing of the key. */
export const masterKeyId = (key: Buffer): string =>
  createHash('sha256').update('duewell:master-key-id').update(key).digest('hex').slice(0, 16);

export function createMasterKeys({ current, old }: MasterKeySecrets): MasterKeys {
  const all = new Map([current, ...old].map((key) => [masterKeyId(key), key]));
  const keyById = (id: string): Buffer => {
    const key = all.get(id);
    if (key) return key;
    throw new ConfigError(
      `The database needs the master key ${id}. Set it as MASTER_KEY, or as MASTER_KEY_OLD until npm run rotate-keys has run (docs/security.md)`,
    );
  };
  return {
    currentId: masterKeyId(current),
    current,
    wrap: (key, about, id) => ({
      wrapped: sealBytes(keyById(id), key, about).toString('base64url'),
      master_key_id: id,
    }),
    unwrap: (row, about) => openBytes(keyById(row.master_key_id), bytesOfText(row.wrapped), about),
  };
}
