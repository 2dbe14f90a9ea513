import { afterAll, expect, test } from 'vitest';
import { createWorkerPool, type PoolLimits } from './pool.ts';
import { defineTask, type OnStep } from './protocol.ts';
import type * as testing from './testing.ts';

type Odd = Parameters<typeof testing.run>[0];

const ODD = defineTask<typeof testing>(new URL('./testing.ts', import.meta.url));
const problems: string[] = [];
const limits: PoolLimits = {
  name: 'odd',
  processes: 2,
  heapMegabytes: 100,
  growthBytes: 300_000_000,
  niceness: 5,
  timeoutMs: 120_000,
  queue: 8,
  share: 2,
  idleMs: 60_000,
  onProblem: (problem) => problems.push(problem),
};
const pool = createWorkerPool(limits);
afterAll(() => pool.close());

const echo = (value: unknown, subject = 'biz_1') => pool.run(ODD, { is: 'echo', value }, { subject });

test('what goes in and comes out is cloned, bytes and dates too', async () => {
  const value = { day: new Date(0), bytes: new Uint8Array([1, 2]), text: '₦' };
  expect(await echo(value)).toEqual({ ok: true, output: value });
});

test('a process makes way for a new one after its share of tasks', async () => {
  const brief = createWorkerPool({ ...limits, processes: 1, tasksEach: 2 });
  const processes: unknown[] = [];
  for (let at = 0; at < 5; at++) {
    const result = await brief.run(ODD, { is: 'process' }, { subject: 'biz_1' });
    processes.push(result.ok && result.output);
  }
  await brief.close();
  const [first, , second, , third] = processes;
  expect(processes).toEqual([first, first, second, second, third]);
  expect(new Set(processes).size).toBe(3);
});

test('a task tells of its steps, in order, before it ends', async () => {
  const told: unknown[] = [];
  const turn = { subject: 'biz_1', onStep: (...step: Parameters<OnStep>) => told.push(step) };
  const result = await pool.run(ODD, { is: 'echo', value: 1, steps: ['open', 'read'] }, turn);
  expect([result.ok, told]).toEqual([
    true,
    [
      ['open', { done: 0, of: 2 }],
      ['read', { done: 1, of: 2 }],
    ],
  ]);
});

test('one that hogs its process leaves the other to the rest, and is given up when nobody waits', async () => {
  const gone = new AbortController();
  const hog = { subject: 'greedy', signal: gone.signal };
  const hogs = [1, 2, 3].map(() => pool.run(ODD, { is: 'endless' }, hog));
  for (let at = 0; at < 20; at++) expect((await echo(at, 'patient')).ok).toBe(true);
  gone.abort();
  expect(await Promise.all(hogs)).toEqual(hogs.map(() => ({ ok: false, reason: 'timeout' })));
  expect((await echo('after', 'greedy')).ok).toBe(true);
});

test.each<[Odd['is'], string]>([
  ['greedy', 'too_large'],
  ['throwing', 'broken'],
  ['ending', 'broken'],
])('a task that is %s comes to nothing (%s), and the next is served', async (is, reason) => {
  const result = await pool.run(ODD, { is } as Odd, { subject: 'biz_1' });
  expect(result).toEqual({ ok: false, reason });
  expect(problems.splice(0).length).toBeGreaterThan(0);
  expect((await echo('next')).ok).toBe(true);
});

test('its process has no settings, and neither reads, writes nor reaches anybody', async () => {
  const result = await pool.run(ODD, { is: 'nosy' }, { subject: 'biz_1' });
  expect(result).toEqual({
    ok: true,
    output: { environment: [], reads: false, writes: false, fetches: false },
  });
});

test('one over its time is ended; a closed pool takes nothing', async () => {
  const impatient = createWorkerPool({ ...limits, processes: 1, timeoutMs: 800 });
  const run = (odd: Odd) => impatient.run(ODD, odd, { subject: 'biz_1' });
  expect(await run({ is: 'endless' })).toEqual({ ok: false, reason: 'timeout' });
  const waiting = [run({ is: 'endless' }), run({ is: 'echo', value: 1 })];
  await impatient.close();
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => ({ ok: false, reason: 'busy' })));
  expect(await run({ is: 'echo', value: 1 })).toEqual({ ok: false, reason: 'busy' });
});
