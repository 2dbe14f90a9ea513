import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { assert } from '#core/assert.ts';

/** Encrypts what must not be read from a stolen database, and signs short-lived links. */
export type Sealer = {
  /** AES-256-GCM; `place` (table.column.business) is bound in, so that a value cannot be moved elsewhere. */
  seal(plain: string, place: string): string;
  open(sealed: string, place: string): string;
  /** Keyed signature of a text, in base64url. */
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
  /** A secret of its own for a purpose, derived from the master key; hex. */
  derive(purpose: string): string;
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A sealer over a 32-byte master key. */
export function createSealer(masterKey: Buffer): Sealer {
  assert(masterKey.length === 32, 'the master key has 32 bytes');
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', masterKey, '', `duewell:${purpose}`, 32));
  const sealing = key('seal');
  const signing = key('sign');
  const sign = (text: string) => createHmac('sha256', signing).update(text).digest('base64url');
  return {
    seal: (plain, place) => seal(sealing, plain, place),
    open: (sealed, place) => open(sealing, sealed, place),
    sign,
    verify: (text, signature) => sameText(sign(text), signature),
    derive: (purpose) => key(purpose).toString('hex'),
  };
}

/** Compares two texts in a time that does not depend on where they differ. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

function seal(key: Buffer, plain: string, place: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return `v1.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
}

function open(key: Buffer, sealed: string, place: string): string {
  assert(sealed.startsWith('v1.'), 'sealed values begin with their version');
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES)).setAAD(
    Buffer.from(place),
  );
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
