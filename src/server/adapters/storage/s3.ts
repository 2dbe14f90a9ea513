import { hash } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { assert } from '#core/assert.ts';
import { FILES_UNREACHABLE, type FileStore } from '#server/kernel/ports/index.ts';
import { FIRST_PART, isFileKey } from './key.ts';

/** A bucket of an object store that speaks S3. */
export type S3Settings = {
  bucket: string;
  /** Prefix of every key, where several installations share a bucket: '' or a path that ends in `/`. */
  prefix: string;
  /** Null: the region's own of AWS. */
  endpoint: string | null;
  region: string;
  accessKey: string;
  secretKey: string;
  pathStyle: boolean;
  /** For one try of one request. */
  timeoutMs: number;
};

const TRIES = 3;

/**
 * Stores files in a bucket of an S3-compatible object store. Keys as on disk, after the prefix; objects
 * outside it, or that do not begin like a file of a business, are never listed and so never removed. Each
 * object carries the hash of its bytes, which is compared whenever it is read: a store may return less than
 * it was given. A request is tried three times; repeating is harmless, since a key always has the same bytes.
 * Throws where the store cannot be used.
 */
export function createS3Store(settings: S3Settings): FileStore {
  const { bucket: Bucket, prefix, timeoutMs } = settings;
  const client = clientOf(settings);
  const nameOf = (key: string): string => {
    assert(isFileKey(key), 'a file key is made of lower-case letters, digits, _ and -');
    return prefix + key;
  };
  const within = () => ({ abortSignal: AbortSignal.timeout(timeoutMs * TRIES) });
  return {
    put: async (key, bytes) => {
      const Metadata = { sha256: sha256(bytes) };
      const command = new PutObjectCommand({ Bucket, Key: nameOf(key), Body: bytes, Metadata });
      await client.send(command, within()).catch(unreachable);
    },
    get: async (key) => {
      const Key = nameOf(key);
      // The SDK retries failures before the body; a truncated or wrong body is requested again here.
      for (let tries = 1; tries <= TRIES; tries++) {
        const command = new GetObjectCommand({ Bucket, Key });
        const found = await client.send(command, within()).catch(unlessMissing);
        if (!found) return null;
        const bytes = await found.Body?.transformToByteArray().catch(() => null);
        if (bytes && sha256(bytes) === found.Metadata?.sha256) return bytes;
      }
      throw failure(`the object store gave other bytes for ${key} than it was given`);
    },
    remove: async (key) => {
      const command = new DeleteObjectCommand({ Bucket, Key: nameOf(key) });
      await client.send(command, within()).catch(unreachable);
    },
    list: async function* () {
      const ours = prefix + FIRST_PART;
      let next: string | undefined;
      do {
        const after = next ? { ContinuationToken: next } : {};
        const command = new ListObjectsV2Command({ Bucket, Prefix: ours, ...after });
        const page = await client.send(command, within()).catch(unreachable);
        for (const { Key } of page.Contents ?? []) {
          const key = Key?.startsWith(ours) ? Key.slice(prefix.length) : '';
          if (isFileKey(key)) yield key;
        }
        next = page.NextContinuationToken;
      } while (next);
    },
  };
}

function clientOf({ endpoint, region, accessKey, secretKey, pathStyle, timeoutMs }: S3Settings): S3Client {
  return new S3Client({
    region,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: timeoutMs, requestTimeout: timeoutMs, throwOnRequestTimeout: true },
    // Where a store does not know the newer checksums, it must not be asked for them; ours is compared in any
    // case.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint ? { endpoint } : {}),
  });
}

const sha256 = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');

function unlessMissing(error: unknown): null {
  if (error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')) return null;
  return unreachable(error);
}

function unreachable(cause: unknown): never {
  const detail = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  throw failure(`the object store did not do what it was asked: ${detail}`, cause);
}

const failure = (message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { code: FILES_UNREACHABLE });
