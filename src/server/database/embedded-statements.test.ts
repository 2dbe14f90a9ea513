import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type EmbeddedStatements, embeddedStatements } from './embedded-statements.ts';

let pglite: PGlite;
let statements: EmbeddedStatements;
beforeAll(async () => {
  pglite = await PGlite.create();
  statements = embeddedStatements(pglite);
});
afterAll(() => pglite.close());
beforeEach(async () => {
  await pglite.exec(
    'drop table if exists kept; create table kept (n integer primary key, at timestamptz, more jsonb, words text[])',
  );
});

const run = (text: string, values: unknown[] = []) => statements.run([{ text, values }]);
const INSERT = 'insert into kept values ($1, $2, $3, $4)';

test('values and rows are those of the usual query', async () => {
  const values = [7, new Date('2026-11-02T09:00:00Z'), { of: ['ọ', 'n'] }, ['a', 'b "c"']];
  expect((await run(INSERT, values)).affectedRows).toBe(1);
  await run(INSERT, [8, null, undefined, []]);
  const query = 'select *, n::bigint as large, true as yes from kept where n >= $1 order by n';
  const expected = await pglite.query(query, [7]);
  for (let time = 0; time < 3; time++) expect((await run(query, [7])).rows).toEqual(expected.rows);
  expect((await run('update kept set n = n + 1 where n > $1', [7])).affectedRows).toBe(1);
});

test('what comes again goes in one step, with what is set before it', async () => {
  const set = { name: 'set', text: "select set_config('app.who', $1, true)", values: ['ada'] };
  const ask = { text: "select current_setting('app.who', true) as who, $1::integer as n", values: [1] };
  for (let time = 0; time < 2; time++) await statements.run([set, ask]);
  const steps = vi.spyOn(pglite, 'execProtocolRawSync');
  expect((await statements.run([set, ask])).rows).toEqual([{ who: 'ada', n: 1 }]);
  expect(steps).toHaveBeenCalledTimes(1);
  steps.mockRestore();
  // It was set for that statement alone.
  expect((await run("select coalesce(current_setting('app.who', true), '') as who")).rows).toEqual([
    { who: '' },
  ]);
});

test('of several statements all happen or none', async () => {
  const insert = (n: number) => ({ text: INSERT, values: [n, null, null, null] });
  await run(INSERT, [1, null, null, null]);
  await expect(statements.run([{ ...insert(2), name: 'first' }, insert(1)])).rejects.toMatchObject({
    code: '23505',
  });
  expect((await run('select n from kept')).rows).toEqual([{ n: 1 }]);
  await statements.run([{ ...insert(2), name: 'first' }, insert(3)]);
  expect((await run('select count(*)::integer as n from kept')).rows).toEqual([{ n: 3 }]);
});

test('a transaction keeps others out, undoes what failed and does not commit it', async () => {
  const insert = (n: number) => ({ text: INSERT, values: [n, null, null, null] });
  const first = await statements.begin([]);
  await first.run(insert(1));
  const beside = run('select count(*)::integer as n from kept');
  await first.rollback();
  expect((await beside).rows).toEqual([{ n: 0 }]);

  const failing = await statements.begin([]);
  await failing.run(insert(1));
  await expect(failing.run(insert(1))).rejects.toMatchObject({ code: '23505' });
  await expect(failing.commit()).rejects.toMatchObject({ code: '25P02' });
  expect((await run('select n from kept')).rows).toEqual([]);

  const kept = await statements.begin([insert(4)]);
  await kept.commit();
  expect((await run('select n from kept')).rows).toEqual([{ n: 4 }]);
  await expect(statements.begin([{ text: 'select wrong', values: [] }])).rejects.toMatchObject({
    code: '42703',
  });
  expect((await run('select n from kept')).rows).toEqual([{ n: 4 }]);
});

test('a statement that was planned for other columns is planned again', async () => {
  const query = 'select * from kept where n >= $1';
  await run(INSERT, [1, null, null, null]);
  for (let time = 0; time < 3; time++) await run(query, [0]);
  await pglite.exec('alter table kept add column later text default $$new$$');
  expect((await run(query, [0])).rows).toEqual([{ n: 1, at: null, more: null, words: null, later: 'new' }]);
});
