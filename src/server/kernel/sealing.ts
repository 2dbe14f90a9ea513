import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { assert } from '#core/assert.ts';
import { bytesOfText, deriveKey, KEY_BYTES, openBytes, sealBytes } from '#server/crypto/ciphers.ts';
import { type Db, transactOn, type Tx } from './db.ts';
import type { MasterKeys } from './master-keys.ts';

/** Seals what belongs to no business (a business's own goes into its vault), and signs. */
export type Sealer = {
  /** AES-256-GCM; `place` (table.column:row) is bound in, so that a value cannot be moved elsewhere. */
  seal(plaintext: string, sealContext: string): string;
  open(sealed: string, sealContext: string): string;
  /** Keyed signature of a text that is soon over, in base64url. */
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
  /** A keyed fingerprint by which a text is found without being stored. */
  fingerprint(text: string): string;
  /** This fingerprint and those under earlier keys: the values to search for. */
  fingerprints(text: string): string[];
  /** A fingerprint as chained to the newest key; unchanged where it is of that key already. */
  renewFingerprint(fingerprint: string): string;
  /** A secret of its own for a purpose, in hex. */
  derive(purpose: string): string;
  /** The same, never changed by a rotation: for secrets third parties know us by. */
  deriveStable(purpose: string): string;
};

/** One of the service's own keys; the newest seals and signs, all open. */
type Root = { version: number; key: Buffer };

/** Held while keys are created or resealed; shared by additions. */
export const KEYS_LOCK = 7_220_125;

/**
 * The service keys of a database, created at the first start. Throws where the available master key is
 * another.
 */
export async function openSealer(db: Db, masterKeys: MasterKeys, now: Date): Promise<Sealer> {
  const known = await readRoots(db, masterKeys);
  if (known.length > 0) return createSealer(known);
  await transactOn(db, (tx) => createFirstRoots(tx, masterKeys, now));
  return createSealer(await readRoots(db, masterKeys));
}

/** The seal context of a service key. */
export const rootSealContext = (version: number): string => `service_keys.wrapped:${version}`;

export async function readRoots(db: Db, masterKeys: MasterKeys): Promise<Root[]> {
  const rows = await db.selectFrom('service_keys').selectAll().orderBy('version').execute();
  return rows.map((row) => ({
    version: row.version,
    key: masterKeys.unwrap(row, rootSealContext(row.version)),
  }));
}

/** Adds a key under the master key that the others are sealed under. */
export async function addRoot(tx: Tx, masterKeys: MasterKeys, { version, key }: Root, now: Date) {
  const wrapped = masterKeys.wrap(key, rootSealContext(version), await masterKeyInUse(tx, masterKeys));
  await tx
    .insertInto('service_keys')
    .values({ version, ...wrapped, created_at: now })
    .execute();
}

/** The id of the master key that new keys are sealed under: that of the rest, until `rotate-keys` changes all at once. */
export async function masterKeyInUse(db: Db, masterKeys: MasterKeys): Promise<string> {
  const newest = await db
    .selectFrom('service_keys')
    .select('master_key_id')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.master_key_id ?? masterKeys.currentId;
}

// A database with users may hold values sealed with the master key itself, from before this table.
async function createFirstRoots(tx: Tx, masterKeys: MasterKeys, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(KEYS_LOCK)})`.execute(tx);
  const [existingKey, user] = [
    await tx.selectFrom('service_keys').select('version').limit(1).executeTakeFirst(),
    await tx.selectFrom('users').select('id').limit(1).executeTakeFirst(),
  ];
  if (existingKey) return;
  if (user) await addRoot(tx, masterKeys, { version: 0, key: masterKeys.current }, now);
  await addRoot(tx, masterKeys, { version: 1, key: randomBytes(KEY_BYTES) }, now);
}

/** A sealer over the service's own keys, oldest first. */
export function createSealer(roots: readonly Root[]): Sealer {
  const [oldest, newest] = [roots[0], roots.at(-1)];
  assert(oldest && newest, 'there is a service key');
  const rings = new Map(roots.map((root) => [root.version, ringOf(root)]));
  const { sealing, sign } = rings.get(newest.version) ?? ringOf(newest);
  const fingerprinters = [...rings.values()].map(({ mark: fingerprinter }) => fingerprinter);
  return {
    seal: (plaintext, sealContext) =>
      `s2.${newest.version}.${sealBytes(sealing, Buffer.from(plaintext), sealContext).toString('base64url')}`,
    open: (sealed, sealContext) => {
      const { version, body } = partsOf(sealed);
      const ring = rings.get(version);
      assert(ring, 'the key of a sealed value is known');
      return openBytes(ring.sealing, bytesOfText(body), sealContext).toString();
    },
    sign,
    verify: (text, signature) => sameText(sign(text), signature),
    fingerprint: (text) => fingerprintsOf(fingerprinters, text)[0] ?? '',
    fingerprints: (text) => fingerprintsOf(fingerprinters, text),
    renewFingerprint: (fingerprint) => renewFingerprint(fingerprinters, fingerprint),
    derive: (purpose) => deriveKey(newest.key, purpose).toString('hex'),
    deriveStable: (purpose) => deriveKey(oldest.key, purpose).toString('hex'),
  };
}

type Fingerprinter = { version: number; of(text: string): string };

function ringOf({ version, key }: Root) {
  const signing = deriveKey(key, 'sign');
  const sign = (text: string) => createHmac('sha256', signing).update(text).digest('base64url');
  // Those of the first key have no version: they are older than it.
  const fingerprint: Fingerprinter = {
    version,
    of: (text) => (version === 0 ? sign(text) : `${version}.${sign(text)}`),
  };
  return { sealing: createSecretKey(deriveKey(key, 'seal')), sign, mark: fingerprint };
}

const chainedInput = (fingerprint: string) => `again ${fingerprint}`;

// The fingerprint under each key, and its chain through every later key.
function fingerprintsOf(fingerprinters: readonly Fingerprinter[], text: string): string[] {
  const chains = fingerprinters.map((first, at) =>
    fingerprinters
      .slice(at + 1)
      .reduce((chain, later) => [later.of(chainedInput(chain[0] ?? '')), ...chain], [first.of(text)]),
  );
  return chains.reverse().flat();
}

function renewFingerprint(fingerprinters: readonly Fingerprinter[], fingerprint: string): string {
  const version = /^(\d+)\./.exec(fingerprint)?.[1] ?? '0';
  return fingerprinters
    .filter((fingerprinter) => fingerprinter.version > Number(version))
    .reduce((value, later) => later.of(chainedInput(value)), fingerprint);
}

/** `v1.`: sealed with the master key itself. */
function partsOf(sealed: string): { version: number; body: string } {
  const [, version, body] = /^s2\.(\d{1,9})\.([\w-]+)$/.exec(sealed) ?? [];
  if (version && body) return { version: Number(version), body };
  assert(sealed.startsWith('v1.'), 'sealed values begin with their version');
  return { version: 0, body: sealed.slice(3) };
}

/** Compares two texts in a time that does not depend on where they differ. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
