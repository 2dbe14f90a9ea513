import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterWarmUp, slopeOf } from '../bench/traffic/linear-trend.ts';
import type { Holding } from '../bench/traffic/probe.ts';
import { checkCriteria } from '../bench/traffic/soak-criteria.ts';
import type { Sample } from '../bench/traffic/soak-sample.ts';

const MEGABYTE = 2 ** 20;
const fared = { answered: 0, skipped: 0, waiting: 0, p50: 0, p95: 40, p99: 0, refused: {}, kinds: {} };

test('the slope of a straight line is found, wherever it lies', () => {
  const line = { rise: fc.integer({ min: -999, max: 999 }), at: fc.integer({ min: -9_999, max: 9_999 }) };
  fc.assert(
    fc.property(fc.record(line), fc.integer({ min: 3, max: 50 }), ({ rise, at }, n) => {
      const points = Array.from({ length: n }, (_, i) => ({ hours: i / 8, value: at + (rise * i) / 8 }));
      const slope = slopeOf(points);
      expect(slope?.perHour).toBeCloseTo(rise, 6);
      expect(slope?.plusMinus).toBeCloseTo(0, 4);
    }),
  );
});

// Worked by hand: mean 2.5 and 4, spread 5, slope 7/5; what is left over is 0.2 of 2 degrees of freedom; t = 4.303.
test('how far it may be off is that of the textbook', () => {
  const points = [2, 3, 5, 6].map((value, i) => ({ hours: i + 1, value }));
  const slope = slopeOf(points);
  expect(slope?.perHour).toBeCloseTo(1.4, 9);
  expect(slope?.plusMinus).toBeCloseTo(4.303 * Math.sqrt(0.2 / 2 / 5), 3);
  const many = slopeOf([...points, { hours: 5, value: 9 }, { hours: 6, value: 8 }]);
  expect(many?.plusMinus).toBeCloseTo(2.776 * Math.sqrt(3.2 / 4 / 17.5), 2);
});

test('too few points, or all at one moment, have none', () => {
  const [one, two] = [
    { hours: 1, value: 1 },
    { hours: 2, value: 2 },
  ];
  expect(slopeOf([])).toBeNull();
  expect(slopeOf([one, two])).toBeNull();
  expect(slopeOf([one, one, one])).toBeNull();
});

test('what was seen while warming up is left out by time, not by number', () => {
  const points = [0, 0.1, 0.2, 0.3, 2, 3, 10].map((hours) => ({ hours, value: 0 }));
  expect(afterWarmUp(points, 0.2).map(({ hours }) => hours)).toEqual([2, 3, 10]);
});

/** Two hours of samples of a process that grows by so much an hour after a steep warm-up, unevenly. */
function samplesOf(holds: (hours: number) => Partial<Holding>, queueAge = 1): Sample[] {
  return Array.from({ length: 120 }, (_, minute) => {
    const hours = minute / 60;
    const noise = ((minute * 37) % 11) * 0.1 * MEGABYTE;
    const warming = Math.max(0, 0.3 - hours) * -500 * MEGABYTE;
    const used = 100 * MEGABYTE + noise + warming;
    const all: Holding = {
      rss: 300 * MEGABYTE + noise,
      heapUsed: used,
      external: 0,
      arrayBuffers: 0,
      handles: { Timeout: 30, TCPSocketWrap: 20 },
      files: 60,
      threads: 12,
      children: 1,
      childrenRss: 0,
    };
    const more = holds(hours);
    return {
      hours,
      longRunning: {
        memoryHigh: 0,
        loopDelayP99: 0,
        loopDelayMax: 0,
        cpuSeconds: 0,
        holds: {
          ...all,
          ...more,
          rss: all.rss + (more.rss ?? 0),
          heapUsed: all.heapUsed + (more.heapUsed ?? 0),
        },
      },
      other: null,
      queue: { waiting: 0, dead: 0, oldest: 0, longest: 0, slowest: '' },
      worstQueueAge: minute === 77 ? queueAge : 0,
      worstQueue: '',
      connections: 20,
      databaseBytes: 0,
      clientReading: fared,
      mails: 0,
      faults: [],
      hostile: minute % 2 === 1,
    };
  });
}

const missedBy = (samples: Sample[], problems: string[] | null = [], hours = 2) =>
  checkCriteria(samples, { hours, problems, clientReading: fared })
    .filter(({ passed: held }) => held === false)
    .map(({ what }) => what);

test('a leak of each kind is told, and what only warms up is none', () => {
  const held = samplesOf((hours) => ({
    heapUsed: 4 * hours * MEGABYTE,
    rss: 4 * hours * MEGABYTE,
    files: 60 + Math.round(hours * 4),
  }));
  expect(missedBy(held)).toEqual([]);
  const leaks: [Sample[], string][] = [
    [samplesOf((hours) => ({ heapUsed: 6 * hours * MEGABYTE })), 'memory in use after a collection'],
    [samplesOf((hours) => ({ external: 6 * hours * MEGABYTE })), 'memory in use after a collection'],
    [samplesOf((hours) => ({ rss: 6 * hours * MEGABYTE })), 'memory held (rss)'],
    [samplesOf((hours) => ({ handles: { Timeout: 30 + hours * 12 } })), 'handles'],
    [samplesOf((hours) => ({ files: 60 + hours * 12 })), 'open files'],
    [samplesOf((hours) => ({ children: hours * 12 })), 'threads and child processes'],
    [samplesOf(() => ({}), 60), 'oldest job that was due'],
  ];
  for (const [samples, what] of leaks) expect(missedBy(samples)).toEqual([what]);
  expect(missedBy(held, ['LED-2'])).toEqual(['what must not be']);
  expect(missedBy(held, null)).toEqual([]);
});

test('less than half an hour says nothing of slopes, and no sample nothing of the queue', () => {
  const growing = samplesOf((hours) => ({ heapUsed: 99 * hours * MEGABYTE, files: 60 + hours * 99 }));
  expect(missedBy(growing, [], 0.4)).toEqual([]);
  expect(
    checkCriteria([], { hours: 2, problems: [], clientReading: fared }).map(({ passed: held }) => held),
  ).not.toContain(false);
});

test('others who wait twice as long beside a hostile business are told of', () => {
  const beside = (ratio: number) =>
    samplesOf(() => ({})).map((sample) => ({
      ...sample,
      clientReading: { ...fared, p95: sample.hostile ? 40 * ratio : 40 },
    }));
  expect(missedBy(beside(1.9))).toEqual([]);
  expect(missedBy(beside(2.1))).toEqual(["the others' p95 beside a hostile business"]);
});
