import { ms } from '../measure.ts';
import type { SoakReading } from './soak-clients.ts';
import { handlesOf, inUse, type Sample, type Trend, trendOf } from './soak-sample.ts';

const MEGABYTE = 2 ** 20;

/** Limits that must hold. Memory in MB an hour, handles and files an hour, the queue in seconds. */
export const limits = { memoryPerHour: 5, handlesPerHour: 10, queueSeconds: 60, besideHostile: 2 };
/** Over less time the slope is mostly noise. */
const LEAST_HOURS = 0.5;

/** A row of the outcome; `held` null where nothing is to be held, or too little was seen to say. */
export type Row = { what: string; figure: string; limit: string; passed: boolean | null };

/** Everything that was found besides the samples. */
export type SoakFindings = {
  hours: number;
  /**
   * Problems as text: processes that exited, ledger checks that fail, webhooks never accepted. Null: not
   * checked.
   */
  problems: string[] | null;
  clientReading: SoakReading;
};

/** Holds a soak against its limits. */
export function checkCriteria(samples: readonly Sample[], { hours, problems }: SoakFindings): Row[] {
  const long = hours >= LEAST_HOURS;
  const slope = (what: string, course: Trend, unit: number, limit: number, unitName: string): Row => ({
    what,
    figure: formatTrend(course, unit, unitName),
    limit: `< ${limit}${unitName} an hour`,
    passed: course.slope && long ? course.slope.perHour / unit < limit : null,
  });
  const worst = samples.toSorted((a, b) => b.worstQueueAge - a.worstQueueAge)[0];
  const memory: Row[] = [
    slope('memory in use after a collection', trendOf(samples, inUse), MEGABYTE, limits.memoryPerHour, ' MB'),
    slope(
      'memory held (rss)',
      trendOf(samples, ({ rss }) => rss),
      MEGABYTE,
      limits.memoryPerHour,
      ' MB',
    ),
    {
      what: 'memory of its child processes, which come and go',
      figure: formatTrend(
        trendOf(samples, ({ childrenRss }) => childrenRss),
        MEGABYTE,
        ' MB',
      ),
      limit: '–',
      passed: null,
    },
  ];
  const handles = [
    slope('handles', trendOf(samples, handlesOf), 1, limits.handlesPerHour, ''),
    slope(
      'open files',
      trendOf(samples, ({ files }) => files),
      1,
      limits.handlesPerHour,
      '',
    ),
    slope(
      'threads and child processes',
      trendOf(samples, ({ threads, children }) => threads + children),
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
      passed: worst ? worst.worstQueueAge < limits.queueSeconds : null,
    },
    ...besideHostile(samples),
    {
      what: 'what must not be',
      figure: problems ? problems.join('; ') || 'nothing' : 'broken off, not looked at',
      limit: 'nothing',
      passed: problems && problems.length === 0,
    },
  ];
}

/** The others' calls while a hostile business is at it, beside those of quiet samples. */
function besideHostile(samples: readonly Sample[]): Row[] {
  const middleOf = (hostile: boolean): number => {
    const times = samples
      .filter((one) => one.hostile === hostile)
      .map(({ clientReading }) => clientReading.p95);
    return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  };
  if (!samples.some(({ hostile }) => hostile)) return [];
  const [alone, beside] = [middleOf(false), middleOf(true)];
  return [
    {
      what: "the others' p95 beside a hostile business",
      figure: `${ms(beside)}; ${ms(alone)} without it`,
      limit: `< ${limits.besideHostile} × without it`,
      passed: beside < limits.besideHostile * alone,
    },
  ];
}

function formatTrend({ slope, first, last, most }: Trend, unit: number, name: string): string {
  const formatValue = (value: number) => (value / unit).toFixed(unit === 1 ? 0 : 1);
  const line = slope
    ? `${(slope.perHour / unit).toFixed(2)} ± ${(slope.plusMinus / unit).toFixed(2)}${name} an hour`
    : 'too few samples';
  return `${line}; ${formatValue(first)} → ${formatValue(last)}${name}, at most ${formatValue(most)}`;
}

const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
const formatVerdict = (passed: boolean | null) => (passed === null ? '–' : passed ? 'held' : '**missed**');

/** The outcome in Markdown. */
export function soakTable(
  samples: readonly Sample[],
  found: SoakFindings,
  faults: Record<string, number>,
): string {
  const { clientReading, hours } = found;
  const { all, ...kinds } = clientReading.kinds;
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
    ...checkCriteria(samples, found).map(({ what, figure, limit, passed }) =>
      line([what, figure, limit, formatVerdict(passed)]),
    ),
    '',
    `${hours.toFixed(2)} hours, ${samples.length} samples; ${clientReading.answered} answers (${(clientReading.answered / hours / 3_600).toFixed(1)}/s), p50 ${ms(all?.p50 ?? 0)}, p99 ${ms(all?.p99 ?? 0)}; ${clientReading.skipped} calls not made because 400 waited.`,
    `Answers that were not wanted: ${sumOf(clientReading.refused)}.`,
    `Faults: ${sumOf(faults)}. Mails that arrived: ${last?.mails ?? 0}.`,
    `Jobs: at most ${most(({ queue }) => queue.waiting)} waited, one was at work for ${most(({ queue }) => queue.longest).toFixed(0)} s at most; ${last?.queue.dead ?? 0} given up.`,
    `Connections of the database: at most ${most(({ connections }) => connections)}; its size ${Math.round((first?.databaseBytes ?? 0) / MEGABYTE)} → ${Math.round((last?.databaseBytes ?? 0) / MEGABYTE)} MB.`,
    `Loop delay of the process that lived: p99 ${ms(most(({ longRunning: lived }) => lived?.loopDelayP99 ?? 0))} in the worst minute, at most ${ms(most(({ longRunning: lived }) => lived?.loopDelayMax ?? 0))}; its handles at the end: ${sumOf(last?.longRunning?.holds.handles ?? {})}.`,
    '',
    line(['call', 'n', 'p50', 'p99']),
    '|---|--:|--:|--:|',
    ...Object.keys(kinds)
      .sort()
      .map((kind) => line([kind, `${kinds[kind]?.n}`, ms(kinds[kind]?.p50 ?? 0), ms(kinds[kind]?.p99 ?? 0)])),
  ].join('\n');
}
