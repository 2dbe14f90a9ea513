import { ms } from '../measure.ts';
import type { SoakTold } from './soak-clients.ts';
import { type Course, courseOf, handlesOf, inUse, type Sample } from './soak-sample.ts';

const MEGABYTE = 2 ** 20;

/** What must hold. Memory in MB an hour, handles and files an hour, the queue in seconds. */
export const limits = { memoryPerHour: 5, handlesPerHour: 10, queueSeconds: 60 };
/** Over less time the slope says more about chance than about memory. */
export const LEAST_HOURS = 0.5;

/** A row of the outcome; `held` null where nothing is to be held, or too little was seen to say. */
export type Row = { what: string; figure: string; limit: string; held: boolean | null };

/** Everything that was found besides the samples. */
export type Found = {
  hours: number;
  /** In words: processes that ended by themselves, books that do not hold, notices never taken. Null: not looked at. */
  problems: string[] | null;
  fared: SoakTold;
};

/** Holds a soak against its limits. */
export function judge(samples: readonly Sample[], { hours, problems }: Found): Row[] {
  const long = hours >= LEAST_HOURS;
  const slope = (what: string, course: Course, unit: number, limit: number, unitName: string): Row => ({
    what,
    figure: courseInWords(course, unit, unitName),
    limit: `< ${limit}${unitName} an hour`,
    held: course.slope && long ? course.slope.perHour / unit < limit : null,
  });
  const worst = samples.toSorted((a, b) => b.worstQueueAge - a.worstQueueAge)[0];
  const memory: Row[] = [
    slope(
      'memory in use after a collection',
      courseOf(samples, inUse),
      MEGABYTE,
      limits.memoryPerHour,
      ' MB',
    ),
    slope(
      'memory held (rss)',
      courseOf(samples, ({ rss }) => rss),
      MEGABYTE,
      limits.memoryPerHour,
      ' MB',
    ),
    {
      what: 'memory of its child processes, which come and go',
      figure: courseInWords(
        courseOf(samples, ({ childrenRss }) => childrenRss),
        MEGABYTE,
        ' MB',
      ),
      limit: '–',
      held: null,
    },
  ];
  const handles = [
    slope('handles', courseOf(samples, handlesOf), 1, limits.handlesPerHour, ''),
    slope(
      'open files',
      courseOf(samples, ({ files }) => files),
      1,
      limits.handlesPerHour,
      '',
    ),
    slope(
      'threads and child processes',
      courseOf(samples, ({ threads, children }) => threads + children),
      1,
      limits.handlesPerHour,
      '',
    ),
  ];
  return [
    ...memory,
    ...handles,
    {
      what: 'oldest job that was due',
      figure: worst ? `${worst.worstQueueAge.toFixed(1)} s (${worst.worstQueue || 'none'})` : 'no sample',
      limit: `< ${limits.queueSeconds} s`,
      held: worst ? worst.worstQueueAge < limits.queueSeconds : null,
    },
    {
      what: 'what must not be',
      figure: problems ? problems.join('; ') || 'nothing' : 'broken off, not looked at',
      limit: 'nothing',
      held: problems && problems.length === 0,
    },
  ];
}

function courseInWords({ slope, first, last, most }: Course, unit: number, name: string): string {
  const told = (value: number) => (value / unit).toFixed(unit === 1 ? 0 : 1);
  const line = slope
    ? `${(slope.perHour / unit).toFixed(2)} ± ${(slope.plusMinus / unit).toFixed(2)}${name} an hour`
    : 'too few samples';
  return `${line}; ${told(first)} → ${told(last)}${name}, at most ${told(most)}`;
}

const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
const heldInWords = (held: boolean | null) => (held === null ? '–' : held ? 'held' : '**missed**');

/** The outcome in Markdown. */
export function soakTable(samples: readonly Sample[], found: Found, faults: Record<string, number>): string {
  const { fared, hours } = found;
  const { all, ...kinds } = fared.kinds;
  const [first, last] = [samples[0], samples.at(-1)];
  const sumOf = (counts: Record<string, number>) =>
    Object.entries(counts)
      .toSorted(([, a], [, b]) => b - a)
      .map(([what, n]) => `${n} × ${what}`)
      .join(', ') || 'none';
  const most = (figure: (sample: Sample) => number) =>
    samples.reduce((highest, sample) => Math.max(highest, figure(sample)), 0);
  return [
    line(['', 'measured', 'limit', '']),
    '|---|---|---|---|',
    ...judge(samples, found).map(({ what, figure, limit, held }) =>
      line([what, figure, limit, heldInWords(held)]),
    ),
    '',
    `${hours.toFixed(2)} hours, ${samples.length} samples; ${fared.answered} answers (${(fared.answered / hours / 3_600).toFixed(1)}/s), p50 ${ms(all?.p50 ?? 0)}, p99 ${ms(all?.p99 ?? 0)}; ${fared.unasked} calls not made because 400 waited.`,
    `Answers that were not wanted: ${sumOf(fared.refused)}.`,
    `Faults: ${sumOf(faults)}. Mails that arrived: ${last?.mails ?? 0}.`,
    `Jobs: at most ${most(({ queue }) => queue.waiting)} waited, one was at work for ${most(({ queue }) => queue.longest).toFixed(0)} s at most; ${last?.queue.dead ?? 0} given up.`,
    `Connections of the database: at most ${most(({ connections }) => connections)}; its size ${Math.round((first?.databaseBytes ?? 0) / MEGABYTE)} → ${Math.round((last?.databaseBytes ?? 0) / MEGABYTE)} MB.`,
    `Loop delay of the process that lived: p99 ${ms(most(({ lived }) => lived?.loopDelayP99 ?? 0))} in the worst minute, at most ${ms(most(({ lived }) => lived?.loopDelayMax ?? 0))}; its handles at the end: ${sumOf(last?.lived?.holds.handles ?? {})}.`,
    '',
    line(['call', 'n', 'p50', 'p99']),
    '|---|--:|--:|--:|',
    ...Object.keys(kinds)
      .sort()
      .map((kind) => line([kind, `${kinds[kind]?.n}`, ms(kinds[kind]?.p50 ?? 0), ms(kinds[kind]?.p99 ?? 0)])),
  ].join('\n');
}
