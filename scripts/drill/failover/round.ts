import { sql } from 'kysely';
import type { Store } from '#server/kernel/db.ts';
import type { createLoad, LoadRequest } from '../../../tests/fault-injection/load.ts';
import { checkAnswers } from '../../../tests/fault-injection/load-oracle.ts';
import type { Problem } from '../../../tests/fault-injection/result.ts';
import type { Child } from '../../../tests/fault-injection/service-process.ts';
import { pause } from '../../../tests/fault-injection/webhook-courier.ts';
import type { Owner } from '../../../tests/harness.ts';
import { keepFindings } from './findings.ts';
import type { Deployment } from './machines.ts';
import type { Stream } from './streams.ts';

const MID_FLIGHT = 20;
const PATIENCE_MS = 90_000;
const LATE_JOB = '20 seconds';

/** All that takes part. */
export type Scene = {
  deployment: Deployment;
  services: readonly Child[];
  load: ReturnType<typeof createLoad>;
  /** Of both processes. */
  url: string;
  streams: readonly Stream[];
  store: Store;
  owners: readonly Owner[];
  /** Findings of earlier rounds. */
  found: Set<string>;
};

/** One kind of harm. */
export type Fault = {
  name: string;
  /**
   * Does it, and gives the moment from which to count; where nothing can be written while it lasts, that of its end. Only what was
   * sent after `counted` counts as written again, where that is later. `undo` makes all whole again and gives a remark for
   * the table.
   */
  strike(scene: Scene): Promise<{ from: number; counted?: number; undo(): Promise<string> }>;
};

/** A row of the table. */
export type Round = {
  fault: string;
  seconds: number;
  acknowledged: number;
  lost: number;
  doubled: number;
  kept: number;
  streams: number;
  besides: string;
  problems: Problem[];
};

const succeeded = ({ answer }: LoadRequest): boolean => answer !== null && answer.status < 300;

/** Seconds until a request that was first sent since then was answered with success. */
export async function untilWrites({ load }: Scene, from: number): Promise<number> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const first = load.asked.findLast(
      (one) => one.sentAt !== null && one.sentAt >= from && (one.answeredAt ?? 0) > 0 && succeeded(one),
    );
    if (first) return earliest(load.asked, from);
    await pause(20);
  }
  throw new Error('Nothing was written any more');
}

const earliest = (asked: readonly LoadRequest[], from: number): number => {
  const times = asked.filter((one) => (one.sentAt ?? 0) >= from && succeeded(one));
  return (Math.min(...times.map(({ answeredAt }) => answeredAt ?? Number.POSITIVE_INFINITY)) - from) / 1000;
};

/** How many were first sent and answered with success since then. */
export const writtenSince = ({ load }: Scene, from: number): number =>
  load.asked.filter((one) => (one.sentAt ?? 0) >= from && succeeded(one)).length;

/** One round: work, harm in the midst of it, work again, all whole again, and a look at what was promised. */
export async function playRound(scene: Scene, { name, strike }: Fault): Promise<Round> {
  const { load, streams, deployment, services, store } = scene;
  const before = load.counts.acknowledged;
  load.run(scene.url);
  await reached(() => load.counts.acknowledged >= before + MID_FLIGHT);
  const { from, counted = from, undo } = await strike(scene);
  const seconds = (await untilWrites(scene, counted)) + (counted - from) / 1000;
  const written = performance.now();
  const keeping = () => streams.filter((stream) => stream.heardAt() > written).length;
  await reached(() => keeping() === streams.length);
  const kept = keeping();
  const besides = await undo();
  await deployment.untilHealthy();
  const whole = load.counts.acknowledged;
  await reached(() => load.counts.acknowledged >= whole + MID_FLIGHT);
  await load.rest();
  const { problems, remarks } = await newlyLost(scene);
  if (kept < streams.length) problems.push({ kind: 'stuck', text: `${name}: ${kept} streams heard more` });
  for (const one of services)
    if (!one.alive()) problems.push({ kind: 'wrong', text: `${name}: a process ended: ${one.output()}` });
  if (!(await reached(async () => (await lateJobs(store)) === 0)))
    problems.push({ kind: 'stuck', text: `${name}: jobs wait` });
  return {
    fault: name,
    seconds,
    acknowledged: load.counts.acknowledged - before,
    lost: problems.filter(({ kind }) => kind === 'lost').length,
    doubled: problems.filter(({ kind }) => kind === 'doubled').length,
    kept,
    streams: streams.length,
    besides: [besides, ...remarks].join('; '),
    problems,
  };
}

/** Answers lost or doubled that earlier looks did not find, and where their records are kept. */
export async function newlyLost(scene: Scene): Promise<{ problems: Problem[]; remarks: string[] }> {
  const { store, load, found } = scene;
  const problems = (await checkAnswers(store.db, load.asked)).filter(
    (one) => isOfThisMoment(one) && !found.has(one.text),
  );
  for (const { text } of problems) found.add(text);
  return { problems, remarks: problems.length > 0 ? [await keepFindings(scene, problems)] : [] };
}

// Whatever else differs may be under way still; the end of the drill looks at all of it.
const isOfThisMoment = ({ kind }: Problem): boolean => kind === 'lost' || kind === 'doubled';

async function reached(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    if (await holds()) return true;
    await pause(50);
  }
  return false;
}

async function lateJobs({ db }: Store): Promise<number> {
  const { rows } = await sql<{ late: number }>`select count(*) as late from pgboss.job_common
    where state < 'active' and not blocked and start_after < now() - ${LATE_JOB}::interval and name <> 'dead'`.execute(
    db,
  );
  return rows[0]?.late ?? 0;
}
