import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { sealingPlaces } from '#server/modules/business/rules.ts';
import { newOwner, testApp } from '../../../tests/harness.ts';
import { PIN, setPin } from '../../../tests/money.ts';

// In a process of its own, where what hashes can be watched before the product has it.
const WATCHED = `
import { createRequire } from 'node:module';
const argon = createRequire(import.meta.url)('@node-rs/argon2');
let running = 0, most = 0, calls = 0;
for (const name of ['hash', 'verify']) {
  const real = argon[name];
  argon[name] = async (...given) => {
    most = Math.max(most, ++running);
    calls++;
    try { return await real(...given); } finally { running--; }
  };
}
const { hashSecret, secretMatches } = await import('./src/server/crypto/hashing.ts');
const hashed = await hashSecret('correct horse staple 9');
await Promise.all(Array.from({ length: 12 }, (_, at) => at % 2 ? hashSecret('x' + at) : secretMatches(hashed, 'x' + at)));
console.log(JSON.stringify({ most, calls, hashed }));
`;

const ADVISED = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

test('a core is left to others while many are hashed, each as advised', async () => {
  const cwd = join(import.meta.dirname, '../../..');
  const child = promisify(execFile)(process.execPath, ['--input-type=module', '-e', WATCHED], { cwd });
  const { most, calls, hashed } = JSON.parse((await child).stdout);
  // One more to compare with where there is no hash.
  expect([most, calls]).toEqual([Math.max(1, availableParallelism() - 1), 14]);
  expect(hashed).toMatch(ADVISED);
});

test('a password is kept as advised, and a PIN shut away besides: whoever has the database alone can try none', async () => {
  vi.stubEnv('HASHING_COST', 'real');
  const app = await testApp();
  const owner = await newOwner(app);
  await setPin(owner);
  const { businessId } = owner;
  const { rows } = await sql<{ hash: string }>`
    select password_hash as hash from users where id = ${owner.userId}
    union all select pin_hash from transaction_pins where business_id = ${businessId}`.execute(app.store.db);
  const [password = '', pin = ''] = rows.map(({ hash: kept }) => kept);
  expect(password).toMatch(ADVISED);
  expect(await verify(password, owner.password)).toBe(true);
  expect(pin).not.toContain('argon2');
  const opened = await app.scope().vault.open(businessId, sealingPlaces.pinHash(businessId), pin);
  expect(opened).toMatch(ADVISED);
  expect(await verify(opened, PIN), 'it is bound to its business').toBe(false);
  await app.close();
});
