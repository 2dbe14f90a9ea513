import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTurns } from './turns.ts';

const anybody = () => true;
type Job = { subject: string; id: number };
const jobsOf = (subject: string, count: number): Job[] =>
  Array.from({ length: count }, (_, id) => ({ subject, id }));

describe('turns', () => {
  test('a subject with one job waits for one of each other, however many they have', () => {
    const turns = createTurns<Job>({ places: 100, share: 2 }, () => {});
    for (const job of [...jobsOf('greedy', 50), ...jobsOf('patient', 1)]) turns.add(job);
    expect([turns.next(anybody), turns.next(anybody)].map((job) => job?.subject)).toEqual([
      'greedy',
      'patient',
    ]);
  });

  test('who has less than its share gets the newest place of who has most', () => {
    const evicted: Job[] = [];
    const turns = createTurns<Job>({ places: 4, share: 2 }, (job) => evicted.push(job));
    const added = (jobs: Job[]) => jobs.map((job) => turns.add(job));
    expect(added(jobsOf('greedy', 5))).toEqual([true, true, true, true, false]);
    expect(added(jobsOf('patient', 3))).toEqual([true, true, false]);
    expect(added(jobsOf('third', 1))).toEqual([false]);
    expect(evicted.map(({ subject, id }) => `${subject} ${id}`)).toEqual(['greedy 3', 'greedy 2']);
  });

  test('a subject that may not go is passed over and keeps the place', () => {
    const turns = createTurns<Job>({ places: 9, share: 2 }, () => {});
    for (const job of [...jobsOf('one', 1), ...jobsOf('other', 1)]) turns.add(job);
    const notOne = (subject: string) => subject !== 'one';
    expect(turns.next(notOne)?.subject).toBe('other');
    expect(turns.next(notOne)).toBeNull();
    expect(turns.next(anybody)?.subject).toBe('one');
  });

  test('every job is served, evicted or left, exactly once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', null), { maxLength: 80 }), (steps) => {
        const gone: (Job | null)[] = [];
        const accepted: number[] = [];
        const turns = createTurns<Job>({ places: 6, share: 2 }, (job) => gone.push(job));
        for (const [id, subject] of steps.entries()) {
          if (subject === null) gone.push(turns.next(anybody));
          else if (turns.add({ subject, id })) accepted.push(id);
        }
        gone.push(...turns.clear());
        expect(turns.size).toBe(0);
        expect(gone.flatMap((job) => job?.id ?? []).sort((a, b) => a - b)).toEqual(accepted);
      }),
    );
  });
});
