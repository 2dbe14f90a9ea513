import { createHash } from 'node:crypto';

// The same hashes as in db/migrations/0027_chains.sql, implemented a second time: a change of the database's
// functions does not change these.

/** The columns of a row as texts, in the order in which they are digested. */
export type Fields = readonly (string | null)[];

const sha256 = (...parts: (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const int8 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  return bytes;
};

// With its length before it, so that no two lists of texts read the same.
const counted = (text: string | null): string =>
  text === null ? '-,' : `${Buffer.byteLength(text)}:${text},`;

/** The digest of one row. */
export const digestOf = (fields: Fields): Buffer => sha256(fields.map(counted).join(''));

/** The digest of the rows from before a chain began, in their order. */
export function digestOfMany() {
  const hash = createHash('sha256');
  return { add: (digest: Uint8Array) => void hash.update(digest), end: (): Buffer => hash.digest() };
}

/** The hash of link 0. */
export const firstHash = (book: string, chain: string, position: number, digest: Uint8Array): Buffer =>
  sha256(counted(book), counted(chain), int8(position), digest);

/** The hash of a link after another. */
export const nextHash = (
  before: Uint8Array,
  { number, position, digest }: { number: number; position: number; digest: Uint8Array },
): Buffer => sha256(before, int8(number), int8(position), digest);
