import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { PostOffice } from '../../tests/mail/post-office.ts';
import type { Query } from '../bare.ts';
import type { Service } from './services.ts';
import type { SoakTold } from './soak-clients.ts';
import { databaseOf, type Queue, queueOf, readOr, type Sample } from './soak-sample.ts';

export type Watched = {
  /** `lived` is to live through all. */
  pair: { lived: Service; other: Service };
  query: Query;
  office: PostOffice;
  clients: ChildProcess;
  /** What has gone wrong since the last sample. */
  befallen: string[];
};

export type Watch = { seconds: number; everySeconds: number; out: string };

const LOOKED_EVERY_MS = 2_000;
const SETTLED_WITHIN_MS = 180_000;
const NO_FIGURES = { connections: 0, databaseBytes: 0 };

/** Looks at the queue every few seconds and writes a sample now and then, until the time is over or somebody breaks off. */
export async function watch(watched: Watched, { seconds, everySeconds, out }: Watch) {
  writeFileSync(out, '');
  const samples: Sample[] = [];
  const over = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => over.abort());
  const from = performance.now();
  const passed = () => (performance.now() - from) / 1_000;
  const since = { mails: 0, worst: null as Queue | null };
  let due = everySeconds;
  while (passed() < seconds && !endedOf(watched)) {
    await pause(LOOKED_EVERY_MS, null, { signal: over.signal }).catch(() => null);
    if (over.signal.aborted) break;
    // Mail that was counted need not be kept.
    since.mails += watched.office.arrived.splice(0).length;
    const queue = await queueOf(watched.query).catch(() => null);
    if (!queue) continue;
    if (queue.oldest >= (since.worst?.oldest ?? 0)) since.worst = queue;
    if (passed() < due) continue;
    due += everySeconds;
    const sample = await sampleOf(watched, { queue, worst: since.worst ?? queue, mails: since.mails });
    samples.push({ hours: passed() / 3_600, ...sample });
    appendFileSync(out, `${JSON.stringify(samples.at(-1))}\n`);
    since.worst = null;
  }
  const brokenOff = over.signal.aborted;
  const problems = brokenOff ? [] : (endedOf(watched) ?? []);
  return { samples, problems, brokenOff, hours: passed() / 3_600 };
}

function endedOf({ pair, clients }: Watched): string[] | null {
  if (!pair.lived.alive()) return ['the process ended by itself'];
  return clients.exitCode === null ? null : ['the clients ended'];
}

type Seen = { queue: Queue; worst: Queue; mails: number };

async function sampleOf(
  { pair, query, clients, befallen }: Watched,
  { queue, worst, mails }: Seen,
): Promise<Omit<Sample, 'hours'>> {
  return {
    lived: await readOr(pair.lived),
    other: await readOr(pair.other),
    queue,
    worstQueueAge: worst.oldest,
    worstQueue: worst.slowest,
    ...(await databaseOf(query).catch(() => NO_FIGURES)),
    fared: await tellOf(clients, 'tell'),
    mails,
    faults: befallen.splice(0),
  };
}

const NOTHING_TOLD: SoakTold = {
  answered: 0,
  unasked: 0,
  waiting: 0,
  p50: 0,
  p99: 0,
  refused: {},
  kinds: {},
};

/**
 * Asks the clients how they fared since they were last asked; on `rest` they end what they began, and begin nothing more.
 * Clients that have ended tell nothing.
 */
export async function tellOf(clients: ChildProcess, question: 'tell' | 'rest'): Promise<SoakTold> {
  if (!clients.connected) return NOTHING_TOLD;
  const told = once(clients, 'message').then(([said]) => said as SoakTold);
  const gone = once(clients, 'disconnect').then(() => NOTHING_TOLD);
  clients.send(question);
  return Promise.race([told, gone]);
}

/** The figures of the end, with what was told on the way. */
export function totalOf(samples: readonly Sample[], end: SoakTold): SoakTold {
  const all = [...samples.map(({ fared }) => fared), end];
  const refused: Record<string, number> = {};
  for (const one of all)
    for (const [what, n] of Object.entries(one.refused)) refused[what] = (refused[what] ?? 0) + n;
  const sum = (figure: (one: SoakTold) => number) => all.reduce((total, one) => total + figure(one), 0);
  return { ...end, refused, answered: sum((one) => one.answered), unasked: sum((one) => one.unasked) };
}

/** Waits until no job is due or at work; false where that takes too long. */
export async function settled(query: Query): Promise<boolean> {
  const until = performance.now() + SETTLED_WITHIN_MS;
  while (performance.now() < until) {
    const { oldest, longest } = await queueOf(query);
    if (oldest === 0 && longest === 0) return true;
    await pause(LOOKED_EVERY_MS);
  }
  return false;
}
