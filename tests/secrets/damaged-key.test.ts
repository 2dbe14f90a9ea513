import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { KEY_BYTES } from '#server/crypto/ciphers.ts';
import { createMasterKeys } from '#server/kernel/master-keys.ts';
import { addDataKey } from '#server/kernel/vault.ts';
import { rewrapKeys } from '#server/ops/rotation/keys.ts';
import { freshDatabase } from '../databases.ts';

const [OLD, NEW] = [randomBytes(KEY_BYTES), randomBytes(KEY_BYTES)];
const BUSINESSES = ['biz_1', 'biz_2', 'biz_3'];
const store = await freshDatabase();
afterAll(() => store.close());

test('a damaged data key is told of and left alone, and those behind it are sealed under the new master key', async () => {
  const on = { db: store.db, clock: () => new Date() };
  const before = { ...on, masterKeys: createMasterKeys({ current: OLD, old: [] }) };
  for (const businessId of BUSINESSES) {
    await sql`insert into users (id, business_id, email, password_hash, first_name, last_name, currency, created_at)
      values (${businessId}, ${businessId}, ${`${businessId}@example.test`}, 'x', 'A', 'B', 'NGN', now())`.execute(
      store.db,
    );
    await addDataKey(before, businessId, 1);
  }
  const keys = () => store.db.selectFrom('data_keys').selectAll().orderBy('id').execute();
  const [damaged] = await keys();
  const id = damaged?.id ?? '';
  await store.db.updateTable('data_keys').set({ wrapped: 'AAAA' }).where('id', '=', id).execute();
  const withoutOld = createMasterKeys({ current: NEW, old: [] });
  await expect(
    rewrapKeys({ ...on, masterKeys: withoutOld }),
    'a missing master key is no damage',
  ).rejects.toThrow('needs the master key');
  const masterKeys = createMasterKeys({ current: NEW, old: [OLD] });
  expect(await rewrapKeys({ ...on, masterKeys })).toMatchObject({
    data: 2,
    broken: [`data key ${id} of ${damaged?.business_id}`],
  });
  expect((await keys()).map((key) => key.master_key_id === masterKeys.currentId)).toEqual([
    false,
    true,
    true,
  ]);
});
