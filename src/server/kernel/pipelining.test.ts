import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../../tests/databases.ts';
import { type Db, sendAlong, type Store, together, transactOn, type Tx } from './db.ts';

// Statements sent without waiting for the answers to those before: whatever fails among them, nothing of it stays, and the
// connection is nobody's afterwards.
let store: Store;
let businesses = 0;
const newBusiness = () => `biz_pipe${++businesses}`;

beforeAll(async () => {
  store = await freshDatabase();
});
afterAll(() => store.close());

const write = (db: Db | Tx, actor: string, key: string) =>
  db
    .insertInto('idempotency_keys')
    .values({ actor, key, endpoint: '', request_hash: '', status: 200, body: '', created_at: new Date() })
    .execute();
const keysOf = async (actor: string): Promise<string[]> => {
  const rows = await store.db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('actor', '=', actor)
    .orderBy('key')
    .execute();
  return rows.map(({ key }) => key);
};
const divide = (tx: Tx) => () => sql`select 1 / 0`.execute(tx);

/** Whose the connection is on which the next statement of the service runs. */
async function whose(): Promise<{ role: string; business: string | null }> {
  const { rows } = await sql<{ role: string; business: string | null }>`select
    case when current_user = session_user then 'service' else current_user end as role,
    nullif(current_setting('duewell.business_id', true), '') as business`.execute(store.db);
  return rows[0] as { role: string; business: string | null };
}

async function expectUntouched(business: string): Promise<void> {
  expect(await keysOf(business)).toEqual([]);
  expect(await whose()).toEqual({ role: 'service', business: null });
  const other = newBusiness();
  await transactOn(store.forBusiness(other), (tx) => write(tx, other, 'mine'));
  expect(await keysOf(other)).toEqual(['mine']);
}

test.each(['a business', 'the service'])(
  'writes sent along by %s are all there after the commit',
  async (who) => {
    const business = newBusiness();
    const db = who === 'a business' ? store.forBusiness(business) : store.db;
    const answer = await transactOn(db, async (tx) => {
      for (const key of ['a', 'b', 'c']) await sendAlong(tx, () => write(tx, business, key));
      return 'done';
    });
    expect(answer).toBe('done');
    expect(await keysOf(business)).toEqual(['a', 'b', 'c']);
  },
);

test.each(['a business', 'the service'])('one of %s that fails in the middle leaves nothing', async (who) => {
  const business = newBusiness();
  const db = who === 'a business' ? store.forBusiness(business) : store.db;
  const work = transactOn(db, async (tx) => {
    await sendAlong(tx, () => write(tx, business, 'before'));
    await sendAlong(tx, divide(tx));
    await sendAlong(tx, () => write(tx, business, 'after'));
  });
  await expect(work).rejects.toMatchObject({ code: '22012' });
  await expectUntouched(business);
});

test('its error is told before those of statements that were refused for it', async () => {
  const business = newBusiness();
  const work = transactOn(store.forBusiness(business), async (tx) => {
    await sendAlong(tx, divide(tx), () => new Error('told in our words'));
    await write(tx, business, 'waited for');
  });
  await expect(work).rejects.toThrow('told in our words');
  await expectUntouched(business);
});

test('an error of the work itself undoes what was sent along', async () => {
  const business = newBusiness();
  const work = transactOn(store.forBusiness(business), async (tx) => {
    await sendAlong(tx, () => write(tx, business, 'sent'));
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  await expectUntouched(business);
});

test('what goes on beside a failure writes nothing, not even while the rollback is under way', async () => {
  const business = newBusiness();
  let beside: Promise<unknown> = Promise.resolve();
  const work = transactOn(store.forBusiness(business), async (tx) => {
    await sql`select 1`.execute(tx);
    // Runs once the rollback was sent, and before any answer to it can have come.
    beside = new Promise<void>((tick) => {
      process.nextTick(tick);
    }).then(() => write(tx, business, 'late'));
    beside.catch(() => undefined);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  await expect(beside).rejects.toThrow();
  await expectUntouched(business);
});

test('a handle of one connection refuses once its work has ended', async () => {
  const business = newBusiness();
  const { ended } = await together(store.forBusiness(business), async (db) => ({ ended: db }));
  await expect(write(ended, business, 'late')).rejects.toThrow('This handle has ended');
  await expectUntouched(business);
});

test('the work ends before the answers of what it sent along, the transaction after them', async () => {
  const business = newBusiness();
  const seen: string[] = [];
  const work = transactOn(store.forBusiness(business), async (tx) => {
    await sendAlong(tx, async () => {
      await write(tx, business, 'first');
      seen.push('answered');
    });
    seen.push('work has ended');
  });
  await work;
  expect(seen).toEqual(['work has ended', 'answered']);
});
