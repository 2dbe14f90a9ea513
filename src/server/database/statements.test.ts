import { expect, test } from 'vitest';
import { statementNames, wasPlannedBefore } from './statements.ts';

test('a statement has a name from the second time on, another has another', () => {
  const names = statementNames();
  expect(names.of('select 1')).toBeUndefined();
  const name = names.of('select 1');
  expect(name).toBeDefined();
  expect(names.of('select 1')).toBe(name);
  names.of('select 2');
  expect(names.of('select 2')).not.toBe(name);
});

test('a renewed statement is never called what it was', () => {
  const names = statementNames();
  names.of('select 1');
  const name = names.of('select 1');
  names.renew('select 1');
  expect(names.of('select 1')).not.toBe(name);
  names.of('select 2');
  expect(names.of('select 2')).not.toBe(name);
});

test('no connection is asked to keep more than it should, and what came once is forgotten', () => {
  const names = statementNames();
  const named = new Set<string | undefined>();
  for (let round = 0; round < 2; round++) for (let n = 0; n < 1_000; n++) named.add(names.of(`select ${n}`));
  named.delete(undefined);
  expect(named.size).toBeLessThanOrEqual(400);
  expect(named.size).toBeGreaterThan(100);
});

test('only a plan that no longer fits counts as one', () => {
  expect(wasPlannedBefore({ code: '0A000', message: 'cached plan must not change result type' })).toBe(true);
  expect(wasPlannedBefore({ code: '0A000', message: 'cross-database references are not implemented' })).toBe(
    false,
  );
  expect(wasPlannedBefore(new Error('cached plan'))).toBe(false);
  expect(wasPlannedBefore(null)).toBe(false);
});
