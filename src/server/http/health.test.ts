import { Hono } from 'hono';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openServer, type Store } from '#server/kernel/db.ts';
import { freshDatabase } from '../../../tests/databases.ts';
import type { Env } from './env.ts';
import { createHealth, type Health, serveHealth } from './health.ts';

let store: Store;
let idle: number | null = 0;

beforeAll(async () => {
  store = await freshDatabase();
});
afterAll(() => store.close());

const health = (dataDir = '/tmp'): Health => createHealth({ db: store.db, dataDir, idleSeconds: () => idle });

async function statusOf(of: Health, path: string) {
  const app = new Hono<Env>();
  serveHealth(app, of);
  const answer = await app.request(path);
  return [answer.status, await answer.json()];
}

test('ready with its database, its schema and room on the disk, and told without a word of versions', async () => {
  expect(await statusOf(health(), '/readyz')).toEqual([200, { status: 'ready' }]);
});

test('who is told to stop is not ready any more, but alive', async () => {
  const stopping = health();
  stopping.beginStopping();
  expect(await statusOf(stopping, '/readyz')).toEqual([503, { status: 'not_ready', failing: ['stopping'] }]);
  expect(await statusOf(stopping, '/livez')).toEqual([200, { status: 'ok' }]);
});

test.each([
  [
    'that a newer version brought further is still ours',
    "insert into schema_migrations (name) values ('0999_newer.sql')",
    "delete from schema_migrations where name = '0999_newer.sql'",
    [200, { status: 'ready' }],
  ],
  [
    'that lacks a step of ours is not',
    "update schema_migrations set name = '0000' where name like '0001%'",
    "update schema_migrations set name = '0001_foundation.sql' where name = '0000'",
    [503, { status: 'not_ready', failing: ['schema'] }],
  ],
])('a schema %s', async (_, change, undo, expected) => {
  await sql.raw(change).execute(store.db);
  const answer = await statusOf(health(), '/readyz');
  await sql.raw(undo).execute(store.db);
  expect(answer).toEqual(expected);
});

test('without its database it is not ready, and still alive', async () => {
  const nowhere = openServer('postgres://nobody@127.0.0.1:1/nothing', 1);
  const of = createHealth({ db: nowhere.db, dataDir: '/tmp', idleSeconds: () => 0 });
  expect(await statusOf(of, '/readyz')).toEqual([503, { status: 'not_ready', failing: ['database'] }]);
  expect(await statusOf(of, '/healthz')).toEqual([200, { status: 'ok' }]);
});

test('a folder that cannot be looked at counts as a full disk', async () => {
  expect(await statusOf(health('/tmp/nothing-is-here'), '/readyz')).toEqual([
    503,
    { status: 'not_ready', failing: ['disk'] },
  ]);
});

test('a queue is stuck when work has long been due and none has ended for long', async () => {
  await sql`insert into pgboss.job (name, data, start_after) values
    ('notifications.mail', '{}', now() - interval '16 minutes')`.execute(store.db);
  idle = 10;
  expect(await health().failing()).toEqual([]);
  idle = 301;
  expect(await health().failing()).toEqual(['queue']);
  // A process that takes no jobs is not to blame for them.
  idle = null;
  expect(await health().failing()).toEqual([]);
});
