import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './startup-errors.ts';
import { optionalText } from './values.ts';

const KEY_BYTES = 32;

/** The settings of the master keys, as they are read. */
export const keySettings = {
  MASTER_KEY: optionalText,
  MASTER_KEY_OLD: optionalText,
};

/** The key that new keys are sealed under once `rotate-keys` ran, and those that may still open. */
export type MasterKeySecrets = { current: Buffer; old: Buffer[] };

/**
 * The master keys of the environment. Outside production a missing one is generated and stored in the data
 * folder. Throws for an invalid key.
 */
export function readMasterKeys(
  { production, dataDir }: { production: boolean; dataDir: string },
  env: Record<string, string | undefined> = process.env,
): MasterKeySecrets {
  const configured = env.MASTER_KEY?.trim();
  if (!configured && production)
    throw new ConfigError('Set MASTER_KEY (32 bytes in base64) in production: openssl rand -base64 32');
  const current = decodeKey('MASTER_KEY', configured || loadOrCreateKey(dataDir));
  const old = (env.MASTER_KEY_OLD ?? '').split(/[\s,]+/).filter(Boolean);
  return { current, old: old.map((text) => decodeKey('MASTER_KEY_OLD', text)) };
}

function loadOrCreateKey(dataDir: string): string {
  const path = join(dataDir, 'master.key');
  if (!existsSync(path)) createKey(path);
  return readFileSync(path, 'utf8').trim();
}

// Whole from its first moment, and the same for all: several processes may start in one new folder.
function createKey(path: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const key = randomBytes(KEY_BYTES).toString('base64');
  const onlyOnce = { mode: 0o600, flag: 'wx' };
  writeFileSync(draft, key, onlyOnce);
  try {
    linkSync(draft, path);
  } catch {
    // Another was first, or this file system has no links.
    if (!existsSync(path)) writeFileSync(path, key, onlyOnce);
  } finally {
    rmSync(draft);
  }
}

function decodeKey(name: string, text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES)
    throw new ConfigError(`${name} must be 32 bytes in base64: openssl rand -base64 32`);
  return key;
}
