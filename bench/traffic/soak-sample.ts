import type { Query } from '../raw-database.ts';
import { afterWarmUp, type Point, type Slope, slopeOf } from './linear-trend.ts';
import type { Holding, Reading } from './probe.ts';
import type { Service } from './service-processes.ts';
import type { SoakReading } from './soak-clients.ts';
import { NO_FAULT } from './soak-faults.ts';

/** The queue at a moment: jobs that wait, for how long the oldest that is due has, and the oldest one begun. Seconds. */
export type Queue = { waiting: number; dead: number; oldest: number; longest: number; slowest: string };

/** One sample: what was written to the file. `longRunning` is the process that lives through all. */
export type Sample = {
  hours: number;
  longRunning: Reading | null;
  other: Reading | null;
  queue: Queue;
  /** For how long the oldest job that was due had waited at worst since the last sample, and of which queue it was. */
  worstQueueAge: number;
  worstQueue: string;
  connections: number;
  databaseBytes: number;
  clientReading: SoakReading;
  mails: number;
  faults: string[];
  /** A hostile business was at it meanwhile. */
  hostile: boolean;
};

/** The state of the queue, by the same reading as the service's own figures. */
export async function queueOf(query: Query): Promise<Queue> {
  const [row] = await query<Queue>(`select
    count(*) filter (where state in ('created', 'retry') and name <> 'dead')::int as waiting,
    count(*) filter (where name = 'dead')::int as dead,
    coalesce(extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after <= now() and name <> 'dead')), 0)::float8 as oldest,
    coalesce(extract(epoch from now() - min(started_on) filter (where state = 'active')), 0)::float8 as longest,
    coalesce((select name from pgboss.job where state in ('created', 'retry') and start_after <= now() and name <> 'dead' order by start_after limit 1), '') as slowest
    from pgboss.job`);
  if (!row) throw new Error('the queue did not tell its state');
  return row;
}

export async function databaseOf(query: Query): Promise<Pick<Sample, 'connections' | 'databaseBytes'>> {
  const [row] = await query<Pick<Sample, 'connections' | 'databaseBytes'>>(
    `select (select count(*)::int from pg_stat_activity where datname = current_database() and application_name <> $1) as connections,
      pg_database_size(current_database())::float8 as "databaseBytes"`,
    [NO_FAULT],
  );
  return row ?? { connections: 0, databaseBytes: 0 };
}

export const readOr = (service: Service): Promise<Reading | null> => service.read().catch(() => null);

/** Bytes in use: the heap after a collection and what it holds outside of it. */
export const inUse = ({ heapUsed, external }: Holding): number => heapUsed + external;
export const handlesOf = ({ handles }: Holding): number =>
  Object.values(handles).reduce((sum, n) => sum + n, 0);

const WARM_UP_SHARE = 0.2;
const END_SHARE = 0.1;

/** How a figure of the process that lived went on: its slope after the warm-up, and what it was at both ends of that. */
export type Trend = { slope: Slope | null; first: number; last: number; most: number };

/** Follows one figure of the process that lived through the samples. */
export function trendOf(samples: readonly Sample[], figure: (holds: Holding) => number): Trend {
  const points: Point[] = samples.flatMap(({ hours, longRunning }) =>
    longRunning ? [{ hours, value: figure(longRunning.holds) }] : [],
  );
  const counted = afterWarmUp(points, WARM_UP_SHARE);
  const some = Math.max(1, Math.round(counted.length * END_SHARE));
  const middle = (of: Point[]) =>
    of.map(({ value }) => value).toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;
  return {
    slope: slopeOf(counted),
    first: middle(counted.slice(0, some)),
    last: middle(counted.slice(-some)),
    most: points.reduce((most, { value }) => Math.max(most, value), 0),
  };
}
