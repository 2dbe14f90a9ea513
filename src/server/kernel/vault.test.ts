import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../../tests/databases.ts';
import type { Db, Store } from './db.ts';
import { createMasterKeys } from './master-keys.ts';
import { createSealer, openSealer } from './sealing.ts';
import { createVaults, keyIdOf, KeyMissing, type Vault } from './vault.ts';

const NOW = new Date('2026-11-02T09:00:00Z');
const clock = () => NOW;
const masterKeys = createMasterKeys({ current: randomBytes(32), old: [] });
const businesses = ['biz_a', 'biz_b', 'biz_c'];
const places = ['business_profiles.bvn:', 'withdrawals.account_number:', 'staff.account_number:'].flatMap(
  (column) => [`${column}1`, `${column}2`],
);

let store: Store;
const vaultNow = async (db: Db = store.db): Promise<Vault> => {
  const sealer = await openSealer(db, masterKeys, NOW);
  return createVaults({ masterKeys, sealer, clock })(db);
};
const addBusiness = (id: string) =>
  store.db
    .insertInto('users')
    .values({
      id: id.replace('biz', 'usr'),
      business_id: id,
      email: `${id}@example.test`,
      password_hash: null,
      first_name: 'A',
      last_name: 'B',
      image: null,
      currency: 'NGN',
      referral_code: null,
      terms_accepted_at: null,
      email_verified_at: null,
      deletion_due_at: null,
      erased_at: null,
      created_at: NOW,
    })
    .execute();

beforeAll(async () => {
  store = await freshDatabase();
  await openSealer(store.db, masterKeys, NOW);
  for (const id of [...businesses, 'biz_gone', 'biz_race']) await addBusiness(id);
});
afterAll(() => store.close());

const where = fc.record({ business: fc.constantFrom(...businesses), place: fc.constantFrom(...places) });

test('what is sealed to one place opens there, and nowhere else, and not with a bit of it changed', async () => {
  // In one transaction each key is read once.
  await store.db.transaction().execute(async (tx) => tampered(await vaultNow(tx)));
});

const tampered = (vault: Vault) =>
  fc.assert(
    fc.asyncProperty(
      where,
      where,
      fc.string(),
      fc.nat(),
      fc.integer({ min: 1, max: 60 }),
      async (from, to, text, at, cut) => {
        const sealed = await vault.seal(from.business, from.place, text);
        expect(await vault.open(from.business, from.place, sealed)).toBe(text);
        const isElsewhere = from.business !== to.business || from.place !== to.place;
        if (isElsewhere) await expect(vault.open(to.business, to.place, sealed)).rejects.toThrow();
        await expect(vault.open(from.business, from.place, sealed.slice(0, -cut))).rejects.toThrow();
        const bytes = Buffer.from(sealed.split('.')[2] ?? '', 'base64url');
        const changed = Buffer.from(bytes);
        changed[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << (at % 8));
        const head = sealed.slice(0, sealed.lastIndexOf('.') + 1);
        await expect(
          vault.open(from.business, from.place, head + changed.toString('base64url')),
        ).rejects.toThrow();
        // The key of another business, and the service's own, with the same bytes.
        const other = keyIdOf(await vault.seal(to.business, to.place, text)) ?? '';
        if (from.business !== to.business)
          await expect(
            vault.open(from.business, from.place, sealed.replace(keyIdOf(sealed) ?? '', other)),
          ).rejects.toThrow();
        await expect(vault.open(from.business, from.place, `v1.${sealed.split('.')[2]}`)).rejects.toThrow();
        await expect(vault.open(from.business, from.place, `${sealed}=`)).rejects.toThrow();
      },
    ),
    { numRuns: 200 },
  );

test('a file opens as the file it is, for its business, whole', async () => {
  const vault = await vaultNow();
  const bytes = randomBytes(70_000);
  const sealed = await vault.sealFile('biz_a', 'fil_1', bytes);
  expect(sealed.bytes.includes(bytes.subarray(0, 64))).toBe(false);
  expect(await vault.openFile('biz_a', 'fil_1', sealed)).toEqual(bytes);
  const cases: [string, string, Uint8Array][] = [
    ['biz_b', 'fil_1', sealed.bytes],
    ['biz_a', 'fil_2', sealed.bytes],
    ['biz_a', 'fil_1', sealed.bytes.subarray(0, -1)],
    ['biz_a', 'fil_1', bytes],
    ['biz_a', 'fil_1', new Uint8Array()],
  ];
  for (const [business, file, given] of cases)
    await expect(vault.openFile(business, file, { keyId: sealed.keyId, bytes: given })).rejects.toThrow();
});

test('a destroyed key opens nothing, also where it was remembered, and what it sealed stays shut for a new one', async () => {
  const vault = await vaultNow();
  const sealed = await vault.seal('biz_gone', 'staff.account_number:1', '0108024071');
  await vault.open('biz_gone', 'staff.account_number:1', sealed);
  await vault.destroy('biz_gone');
  await vault.seal('biz_gone', 'staff.account_number:1', 'another');
  for (const one of [vault, await vaultNow()])
    await expect(one.open('biz_gone', 'staff.account_number:1', sealed)).rejects.toThrow(KeyMissing);
});

test('processes that meet over a first key agree on one, and a key that was undone was never used', async () => {
  const vaults = await Promise.all(Array.from({ length: 8 }, () => vaultNow()));
  const sealed = await Promise.all(vaults.map((vault, at) => vault.seal('biz_race', 'a.b:1', String(at))));
  expect(new Set(sealed.map(keyIdOf)).size).toBe(1);
  const sealer = await openSealer(store.db, masterKeys, NOW);
  const vaultOn = createVaults({ masterKeys, sealer, clock });
  await vaultOn(store.db).destroy('biz_race');
  await expect(
    store.db.transaction().execute(async (tx) => {
      await vaultOn(tx).open('biz_race', 'a.b:1', await vaultOn(tx).seal('biz_race', 'a.b:1', 'x'));
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  const after = await vaultOn(store.db).seal('biz_race', 'a.b:1', 'y');
  expect(await (await vaultNow()).open('biz_race', 'a.b:1', after)).toBe('y');
});

test('another master key is told at the start, by its id', async () => {
  await openSealer(store.db, masterKeys, NOW);
  const stranger = createMasterKeys({ current: randomBytes(32), old: [randomBytes(32)] });
  await expect(openSealer(store.db, stranger, NOW)).rejects.toThrow(
    `needs the master key ${masterKeys.currentId}`,
  );
});

test('marks are found again under every later key, and none under an earlier one', () => {
  const roots = [0, 1, 2].map((version) => ({ version, key: randomBytes(32) }));
  const [first, second, third] = [1, 2, 3].map((count) => createSealer(roots.slice(0, count)));
  const mark = first?.fingerprint('code 1') ?? '';
  expect(second?.fingerprints('code 1')).toContain(mark);
  const renewed = third?.renewFingerprint(mark) ?? '';
  expect(renewed).not.toBe(mark);
  expect(third?.fingerprints('code 1')).toEqual(
    expect.arrayContaining([mark, renewed, third?.fingerprint('code 1')]),
  );
  expect(third?.renewFingerprint(renewed)).toBe(renewed);
  expect(third?.fingerprints('code 2')).not.toContain(renewed);
  expect(second?.fingerprints('code 1')).not.toContain(renewed);
});
