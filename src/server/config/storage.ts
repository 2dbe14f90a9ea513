import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { S3Settings } from '#server/adapters/storage/s3.ts';
import { masterKeyId } from '#server/kernel/master-keys.ts';
import { readMasterKeys } from './keys.ts';
import { ConfigError } from './startup-errors.ts';
import { optionalText } from './values.ts';

const KEY_BYTES = 32;
// No part of the prefix may look like the first part of a file's key: another installation could claim what
// is below.
const PREFIX = /^(?!(?:.*\/)?(?:biz_|\.))[\w.-]+(?:\/[\w.-]+)*$/;
const MOST_PREFIX = 200;

/** Storage of files and backups, as part of the environment. */
export const storageSettings = {
  FILES_S3_BUCKET: optionalText,
  FILES_S3_PREFIX: optionalText,
  FILES_S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .or(z.literal('').transform(() => undefined)),
  FILES_S3_REGION: z.string().default('us-east-1'),
  FILES_S3_ACCESS_KEY: optionalText,
  FILES_S3_SECRET_KEY: optionalText,
  FILES_S3_PATH_STYLE: z.stringbool().default(true),
  FILES_S3_TIMEOUT_SECONDS: z.coerce.number().positive().default(10),
  BACKUP_KEY: optionalText,
  RUN_ON_NEWER_SCHEMA: z.stringbool().default(false),
};
const environment = z.object(storageSettings);

export type StorageConfig = {
  /** Null: files are in the data folder. */
  s3: S3Settings | null;
  /**
   * Encrypts every archive as a whole; null: archives are only compressed, and only fields sealed in the
   * records are sealed.
   */
  backupKey: Buffer | null;
  /** Starts although the database is of a newer version. */
  runOnNewerSchema: boolean;
};

/** Settings of storage. Throws with everything that is wrong. */
export function storageOf(e: z.infer<typeof environment>, production: boolean): StorageConfig {
  const problems = problemsOf(e, production);
  if (problems.length > 0) throw new ConfigError(`Files cannot be kept so:\n${problems.join('\n')}`);
  return { s3: s3Of(e), backupKey: keyOf(e.BACKUP_KEY), runOnNewerSchema: e.RUN_ON_NEWER_SCHEMA };
}

function s3Of(e: z.infer<typeof environment>): S3Settings | null {
  const { FILES_S3_BUCKET: bucket, FILES_S3_ACCESS_KEY: accessKey, FILES_S3_SECRET_KEY: secretKey } = e;
  if (!bucket || !accessKey || !secretKey) return null;
  return {
    bucket,
    prefix: e.FILES_S3_PREFIX ? `${e.FILES_S3_PREFIX}/` : '',
    endpoint: e.FILES_S3_ENDPOINT ?? null,
    region: e.FILES_S3_REGION,
    accessKey,
    secretKey,
    pathStyle: e.FILES_S3_PATH_STYLE,
    timeoutMs: e.FILES_S3_TIMEOUT_SECONDS * 1000,
  };
}

function keyOf(text: string | undefined): Buffer | null {
  if (!text) return null;
  const key = Buffer.from(text, 'base64');
  if (key.length === KEY_BYTES) return key;
  throw new ConfigError('BACKUP_KEY must be 32 bytes in base64: openssl rand -base64 32');
}

function problemsOf(e: z.infer<typeof environment>, production: boolean): string[] {
  const needed = ['FILES_S3_BUCKET', 'FILES_S3_ACCESS_KEY', 'FILES_S3_SECRET_KEY'] as const;
  const isConfigured = Boolean(e.FILES_S3_ENDPOINT) || needed.some((name) => e[name]);
  const missing = needed.filter((name) => !e[name]);
  const open = production && e.FILES_S3_ENDPOINT?.startsWith('http:');
  return [
    ...(isConfigured
      ? missing.map((name) => `Set ${name} as well: an object store needs all of ${needed.join(', ')}`)
      : []),
    ...(open ? ['FILES_S3_ENDPOINT must be https in production'] : []),
    ...(isPrefix(e.FILES_S3_PREFIX)
      ? []
      : [
          'FILES_S3_PREFIX must be parts of letters, digits, ., _ and -, split by /, none beginning with biz_ or .',
        ]),
  ];
}

const isPrefix = (text = ''): boolean => text === '' || (text.length <= MOST_PREFIX && PREFIX.test(text));

/** The ids of the available master keys; none is generated. */
export function availableMasterKeys(config: { production: boolean; dataDir: string }): string[] {
  const { env } = process;
  if (!env.MASTER_KEY?.trim() && !existsSync(join(config.dataDir, 'master.key'))) return [];
  const { current, old } = readMasterKeys(config, env);
  return [current, ...old].map(masterKeyId);
}
