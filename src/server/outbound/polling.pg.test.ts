import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#core/durations.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { type TestApp, testApp } from '../../../tests/harness.ts';
import { fillEveryTable } from '../../../tests/migrations/fill-tables.ts';
import { abandonPoll, claimPoll, claimSend, duePolls, schedulePoll } from './polling.ts';

const AT_ONCE = 12;
let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, { sweeps: false });
  await fillEveryTable(app.store.db, 0);
});
afterAll(() => app.close({ handmade: true }));

const inTransaction = <T>(work: (ctx: SystemCtx) => Promise<T>) => app.scope().transactAsSystem(work);
const atOnce = async <T>(work: (ctx: SystemCtx) => Promise<T | null>) =>
  (await Promise.all(Array.from({ length: AT_ONCE }, () => inTransaction(work)))).filter(Boolean);

describe.each([
  { table: 'withdrawals', count: 'tries', sent: sql`, status = 'processing'` },
  { table: 'refunds', count: 'tries', sent: sql`, status = 'processing'` },
  { table: 'checkouts', count: 'poll_count', sent: sql`` },
] as const)('polls of $table', ({ table, count, sent }) => {
  type One = { business_id: string; reference: string; polls: number };
  let row: One;

  beforeAll(async () => {
    const { rows } =
      await sql<One>`update ${sql.table(table)} set next_poll_at = ${app.scope().now}, ${sql.ref(count)} = 0${sent}
      returning business_id, reference, 0 as polls`.execute(app.store.db);
    row = rows[0] as One;
  });

  const claim = (ctx: SystemCtx) => claimPoll(ctx, table, row.reference);
  const schedule = (seconds: number | null) => inTransaction((ctx) => schedulePoll(ctx, table, row, seconds));
  const abandon = () => inTransaction((ctx) => abandonPoll(ctx, table, row.reference));
  const isDue = async () =>
    (await duePolls(app.system.db, table, app.scope().now)).some(
      ({ reference }) => reference === row.reference,
    );
  const polls = async () =>
    (
      await sql<{ polls: number }>`select ${sql.ref(count)} as polls from ${sql.table(table)}
        where business_id = ${row.business_id} and reference = ${row.reference}`.execute(app.store.db)
    ).rows[0]?.polls;

  test('are claimed by one of many at once, and by another when its lease has run out', async () => {
    expect(await isDue()).toBe(true);
    expect(await atOnce(claim)).toHaveLength(1);
    expect(await isDue()).toBe(false);
    app.advance(3 * MINUTE_MS);
    expect(await atOnce(claim)).toHaveLength(1);
  });

  test('are counted and scheduled, and repeated at once when they are abandoned', async () => {
    await schedule(300);
    expect([await polls(), await isDue()]).toEqual([1, false]);
    app.advance(5 * MINUTE_MS);
    expect(await inTransaction(claim)).toMatchObject({ reference: row.reference, [count]: 1 });
    await abandon();
    expect(await isDue()).toBe(true);
  });

  test('end with the last, which nothing brings back', async () => {
    await schedule(null);
    await abandon();
    app.advance(1_000 * MINUTE_MS);
    expect([await polls(), await inTransaction(claim)]).toEqual([2, null]);
  });
});

describe.each(['withdrawals', 'refunds'] as const)('sending %s', (table) => {
  test('is claimed by one of many at once; a pending one whose job was lost comes after what is due', async () => {
    const { rows } = await sql<{ reference: string }>`update ${sql.table(table)}
      set status = 'pending', next_poll_at = null, updated_at = ${app.scope().now} returning reference`.execute(
      app.store.db,
    );
    const reference = rows[0]?.reference ?? '';
    const due = () => duePolls(app.system.db, table, app.scope().now);
    expect(await due()).toEqual([]);
    app.advance(3 * MINUTE_MS);
    expect(await due()).toEqual([{ reference }]);
    expect(await atOnce((ctx) => claimPoll(ctx, table, reference))).toEqual([]);
    const sent = await atOnce((ctx) => claimSend(ctx, table, reference));
    expect(sent).toEqual([expect.objectContaining({ reference, status: 'processing' })]);
    expect(await due()).toEqual([]);
  });
});
