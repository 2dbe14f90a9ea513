import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { ConfigError } from '#server/config/startup-errors.ts';

// An encrypted archive: this line, a salt, then chunks of AES-256-GCM, each with its length before it. The
// number of a chunk is its nonce under a key derived for this archive alone, and the last is flagged, so that
// none can be dropped or moved.
const FIRST_LINE = Buffer.from('duewell sealed backup 1\n');
const SALT_BYTES = 32;
const TAG_BYTES = 16;
const CHUNK_BYTES = 1024 * 1024;
const HEAD_BYTES = 5;

const keyFor = (key: Buffer, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, 'duewell:backup', 32));

function nonceOf(chunkNumber: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(chunkNumber, 8);
  return nonce;
}

function headOf(length: number, last: boolean): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(last ? 1 : 0, 0);
  head.writeUInt32BE(length, 1);
  return head;
}

/** Seals what passes, with a key of 32 bytes. */
export function encryptStream(key: Buffer): Transform {
  const salt = randomBytes(SALT_BYTES);
  const own = keyFor(key, salt);
  let held: Buffer = Buffer.alloc(0);
  let chunks = 0;
  const seal = (plaintext: Buffer, last: boolean): Buffer => {
    const head = headOf(plaintext.byteLength, last);
    const cipher = createCipheriv('aes-256-gcm', own, nonceOf(chunks)).setAAD(head);
    const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
    const header = chunks === 0 ? [FIRST_LINE, salt] : [];
    chunks += 1;
    return Buffer.concat([...header, head, body, cipher.getAuthTag()]);
  };
  return new Transform({
    transform(chunk: Buffer, _, done: TransformCallback) {
      held = Buffer.concat([held, chunk]);
      while (held.byteLength > CHUNK_BYTES) {
        this.push(seal(held.subarray(0, CHUNK_BYTES), false));
        held = held.subarray(CHUNK_BYTES);
      }
      done();
    },
    flush(done: TransformCallback) {
      done(null, seal(held, true));
    },
  });
}

/** Whether bytes begin as a sealed archive does. */
export const isSealed = (first: Uint8Array): boolean =>
  FIRST_LINE.equals(first.subarray(0, FIRST_LINE.byteLength));

/** Opens what passes; fails where the key is another one, or anything was changed, left out or added. */
export function decryptStream(key: Buffer): Transform {
  let held: Buffer = Buffer.alloc(0);
  let own: Buffer | null = null;
  let chunks = 0;
  let ended = false;
  const next = (): Buffer | null => {
    if (!own) {
      if (held.byteLength < FIRST_LINE.byteLength + SALT_BYTES) return null;
      own = keyFor(key, held.subarray(FIRST_LINE.byteLength, FIRST_LINE.byteLength + SALT_BYTES));
      held = held.subarray(FIRST_LINE.byteLength + SALT_BYTES);
    }
    if (held.byteLength < HEAD_BYTES) return null;
    const end = HEAD_BYTES + held.readUInt32BE(1) + TAG_BYTES;
    if (ended || end > HEAD_BYTES + CHUNK_BYTES + TAG_BYTES) throw new ConfigError('the archive was changed');
    if (held.byteLength < end) return null;
    const head = held.subarray(0, HEAD_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', own, nonceOf(chunks)).setAAD(head);
    decipher.setAuthTag(held.subarray(end - TAG_BYTES, end));
    const plaintext = Buffer.concat([
      decipher.update(held.subarray(HEAD_BYTES, end - TAG_BYTES)),
      decipher.final(),
    ]);
    ended = head[0] === 1;
    held = held.subarray(end);
    chunks += 1;
    return plaintext;
  };
  const refused = () =>
    new ConfigError('The archive cannot be opened: another BACKUP_KEY, or it was changed');
  return new Transform({
    transform(chunk: Buffer, _, done: TransformCallback) {
      held = Buffer.concat([held, chunk]);
      try {
        for (let plaintext = next(); plaintext; plaintext = next()) this.push(plaintext);
        done();
      } catch {
        done(refused());
      }
    },
    flush(done: TransformCallback) {
      done(ended && held.byteLength === 0 ? null : refused());
    },
  });
}
