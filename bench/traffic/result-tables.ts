import { ms, times } from '../measure.ts';
import type { ClientResults } from './clients.ts';
import type { Reading } from './probe.ts';
import type { BurstResults } from './simultaneous-connections.ts';
import type { SlowResults } from './slow-clients.ts';

export type MixRun = {
  processes: number;
  fared: ClientResults;
  readings: Reading[];
  databaseSeconds: number;
};
/** Milliseconds each that the machine needs for nothing but the call, the list and the new invoice. */
export type Baseline = { http: number; list: number; create: number };

const READ_SHARE = 0.7;
/** The clients work for so much longer than is counted. */
const WARM_UP_SHARE = 0.2;

/** The value below which so much of a sorted list lies. */
const at = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const mb = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;
const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
const table = (head: string[], rows: string[][]) =>
  [line(head), `|---|${'--:|'.repeat(head.length - 1)}`, ...rows.map(line)].join('\n');

/** The mix: throughput and process figures for each number of processes, then each kind of call. */
export function mixTable(runs: MixRun[], floor: Baseline): string {
  const floorMs = floor.http + READ_SHARE * floor.list + (1 - READ_SHARE) * floor.create;
  const all = (fared: ClientResults) =>
    Object.values(fared.kinds)
      .flat()
      .sort((a, b) => a - b);
  const total = runs.map(({ processes, fared, readings, databaseSeconds }) => {
    const sorted = all(fared);
    const made = sorted.length * (1 + WARM_UP_SHARE);
    const perCall = (fared.seconds * 1_000) / sorted.length;
    return [
      `${processes}`,
      `${Math.round(1_000 / perCall)}/s`,
      times(perCall / floorMs),
      ms(at(sorted, 0.5)),
      ms(at(sorted, 0.99)),
      `${Object.values(fared.refused).reduce((sum, n) => sum + n, 0)}`,
      readings.map((r) => mb(r.memoryHigh)).join(', '),
      readings.map((r) => ms(r.loopDelayP99)).join(', '),
      ms((readings.reduce((sum, r) => sum + r.cpuSeconds, 0) * 1_000) / made),
      ms((databaseSeconds * 1_000) / made),
    ];
  });
  const kinds = Object.keys(runs[0]?.fared.kinds ?? {}).sort();
  const each = kinds.map((kind) => [
    kind,
    ...runs.flatMap(({ fared }) => {
      const sorted = fared.kinds[kind] ?? [];
      return [`${sorted.length}`, ms(at(sorted, 0.5)), ms(at(sorted, 0.99))];
    }),
  ]);
  const refused = runs.flatMap(({ fared }) =>
    Object.entries(fared.refused).map(([what, n]) => `${n} × ${what}`),
  );
  return [
    table(
      [
        'processes',
        'calls',
        'of the floor',
        'p50',
        'p99',
        'refused',
        'memory at most',
        'loop delay p99',
        'service’s processor a call',
        'database’s',
      ],
      total,
    ),
    '',
    `Floor ${ms(floorMs)} a call: HTTP ${ms(floor.http)}, 70 % of a bare list ${ms(floor.list)}, 30 % of a bare new invoice ${ms(floor.create)}.`,
    ...(refused.length > 0 ? [`Refused: ${refused.join(', ')}.`] : []),
    '',
    table(['call', ...runs.flatMap(({ processes }) => [`n with ${processes}`, 'p50', 'p99'])], each),
  ].join('\n');
}

/** A steady stream of calls, and the milliseconds within which 95 of 100 of a kind are to be answered. */
export type SteadyRun = { perSecond: number; fared: ClientResults; reading: Reading };
const aims: Record<string, number> = {
  'invoices, first page': 100,
  'one invoice': 50,
  'create an invoice': 150,
  'dashboard figures': 200,
};

export function steadyTable(runs: SteadyRun[], connections: number): string {
  const kinds = Object.keys(runs[0]?.fared.kinds ?? {}).sort();
  const rows = kinds.map((kind) => {
    const aim = aims[kind];
    return [
      kind,
      aim ? `≤ ${aim} ms` : '',
      ...runs.flatMap(({ fared }) => {
        const sorted = fared.kinds[kind] ?? [];
        const p95 = at(sorted, 0.95);
        return [ms(at(sorted, 0.5)), aim && p95 > aim ? `**${ms(p95)}**` : ms(p95)];
      }),
    ];
  });
  return [
    `A steady stream over ${connections} connections; what missed its aim is bold:`,
    '',
    table(
      ['call', 'aim for p95', ...runs.flatMap(({ perSecond }) => [`p50 at ${perSecond}/s`, 'p95'])],
      rows,
    ),
    '',
    ...runs.map(({ perSecond, fared, reading }) => {
      const answered = Object.values(fared.kinds).flat().length;
      const refused = Object.values(fared.refused).reduce((sum, n) => sum + n, 0);
      return `At ${perSecond}/s: ${Math.round(answered / fared.seconds)}/s answered, ${refused} refused, memory at most ${mb(reading.memoryHigh)}, loop delay p99 ${ms(reading.loopDelayP99)}.`;
    }),
  ].join('\n');
}

export function crowdTable(
  sockets: number,
  fared: BurstResults,
  reading: Reading,
  after: BurstResults,
): string {
  const rows = Object.entries(fared.byStatus).map(([status, sorted]) => [
    status,
    `${sorted.length}`,
    ms(at(sorted, 0.5)),
    ms(at(sorted, 0.99)),
    ms(sorted.at(-1) ?? 0),
  ]);
  const next = Object.values(after.byStatus).flat()[0] ?? 0;
  return [
    `${sockets} lists asked for at one moment:`,
    '',
    table(['answered', 'how often', 'p50', 'p99', 'at most'], rows),
    '',
    `Without an answer ${fared.lost}, refused without Retry-After ${fared.withoutRetryAfter}; memory at most ${mb(reading.memoryHigh)}, loop delay at most ${ms(reading.loopDelayMax)}; the next list afterwards took ${ms(next)}.`,
  ].join('\n');
}

export function slowTable(sockets: number, fared: SlowResults, reading: Reading): string {
  const rows = Object.entries(fared.lived).map(([kind, sorted]) => [
    kind,
    `${sorted.length}`,
    ms(at(sorted, 0.5)),
    ms(sorted.at(-1) ?? 0),
  ]);
  return [
    `${sockets} slow connections, a third of each kind:`,
    '',
    table(['slow in', 'ended by the service', 'lived p50', 'at most'], rows),
    '',
    `Still open after 30 s ${fared.stillOpen}. A good client meanwhile: ${fared.good.length} lists, p50 ${ms(at(fared.good, 0.5))}, p99 ${ms(at(fared.good, 0.99))}, refused ${fared.refused}; memory at most ${mb(reading.memoryHigh)}.`,
  ].join('\n');
}
