import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { SmtpTestServer } from '../../tests/mail/smtp-server.ts';
import type { Query } from '../raw-database.ts';
import type { Service } from './service-processes.ts';
import type { SoakReading } from './soak-clients.ts';
import { databaseOf, type Queue, queueOf, readOr, type Sample } from './soak-sample.ts';

export type MonitorTargets = {
  /** `longRunning` is to live through all. */
  pair: { longRunning: Service; other: Service };
  query: Query;
  smtpServer: SmtpTestServer;
  clients: ChildProcess;
  /** Faults injected since the last sample. */
  injectedFaults: string[];
  /** Takes turns with quiet samples, where there is one. */
  hostile: Hostile | null;
};

/** A hostile business, by turns: `next` begins or ends what it does. */
export type Hostile = { active(): boolean; next(): Promise<void> };

export type MonitorOptions = { seconds: number; everySeconds: number; out: string };

const CHECK_INTERVAL_MS = 2_000;
const SETTLE_TIMEOUT_MS = 180_000;
const NO_FIGURES = { connections: 0, databaseBytes: 0 };

/** Looks at the queue every few seconds and writes a sample now and then, until the time is over or somebody breaks off. */
export async function monitor(watched: MonitorTargets, { seconds, everySeconds, out }: MonitorOptions) {
  writeFileSync(out, '');
  const samples: Sample[] = [];
  const over = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => over.abort());
  const from = performance.now();
  const passed = () => (performance.now() - from) / 1_000;
  const since = { mails: 0, worst: null as Queue | null };
  let due = everySeconds;
  while (passed() < seconds && !endedOf(watched)) {
    await pause(CHECK_INTERVAL_MS, null, { signal: over.signal }).catch(() => null);
    if (over.signal.aborted) break;
    // Counted mail is dropped.
    since.mails += watched.smtpServer.received.splice(0).length;
    const queue = await queueOf(watched.query).catch(() => null);
    if (!queue) continue;
    if (queue.oldest >= (since.worst?.oldest ?? 0)) since.worst = queue;
    if (passed() < due) continue;
    due += everySeconds;
    const sample = await sampleOf(watched, { queue, worst: since.worst ?? queue, mails: since.mails });
    await watched.hostile?.next();
    samples.push({ hours: passed() / 3_600, ...sample });
    appendFileSync(out, `${JSON.stringify(samples.at(-1))}\n`);
    since.worst = null;
  }
  const brokenOff = over.signal.aborted;
  const problems = brokenOff ? [] : (endedOf(watched) ?? []);
  return { samples, problems, brokenOff, hours: passed() / 3_600 };
}

function endedOf({ pair, clients }: MonitorTargets): string[] | null {
  if (!pair.longRunning.alive()) return ['the process ended by itself'];
  return clients.exitCode === null ? null : ['the clients ended'];
}

type WorstCase = { queue: Queue; worst: Queue; mails: number };

async function sampleOf(
  { pair, query, clients, injectedFaults, hostile }: MonitorTargets,
  { queue, worst, mails }: WorstCase,
): Promise<Omit<Sample, 'hours'>> {
  return {
    longRunning: await readOr(pair.longRunning),
    other: await readOr(pair.other),
    queue,
    worstQueueAge: worst.oldest,
    worstQueue: worst.slowest,
    ...(await databaseOf(query).catch(() => NO_FIGURES)),
    clientReading: await requestReading(clients, 'tell'),
    mails,
    faults: injectedFaults.splice(0),
    hostile: hostile?.active() ?? false,
  };
}

const NO_READING: SoakReading = {
  answered: 0,
  skipped: 0,
  waiting: 0,
  p50: 0,
  p95: 0,
  p99: 0,
  refused: {},
  kinds: {},
};

/**
 * Asks the clients how they fared since they were last asked; on `rest` they end what they began, and begin nothing more.
 * Clients that have ended tell nothing.
 */
export async function requestReading(clients: ChildProcess, message: 'tell' | 'rest'): Promise<SoakReading> {
  if (!clients.connected) return NO_READING;
  const listening = new AbortController();
  const { signal } = listening;
  const reading = once(clients, 'message', { signal }).then(([payload]) => payload as SoakReading);
  const gone = once(clients, 'disconnect', { signal }).then(() => NO_READING);
  clients.send(message);
  return Promise.race([reading, gone]).finally(() => listening.abort());
}

/** Final figures, including the readings on the way. */
export function totalOf(samples: readonly Sample[], end: SoakReading): SoakReading {
  const all = [...samples.map(({ clientReading: fared }) => fared), end];
  const refused: Record<string, number> = {};
  for (const one of all)
    for (const [what, n] of Object.entries(one.refused)) refused[what] = (refused[what] ?? 0) + n;
  const sum = (figure: (one: SoakReading) => number) => all.reduce((total, one) => total + figure(one), 0);
  return { ...end, refused, answered: sum((one) => one.answered), skipped: sum((one) => one.skipped) };
}

/** Waits until no job is due or at work; false where that takes too long. */
export async function settled(query: Query): Promise<boolean> {
  const until = performance.now() + SETTLE_TIMEOUT_MS;
  while (performance.now() < until) {
    const { oldest, longest } = await queueOf(query);
    if (oldest === 0 && longest === 0) return true;
    await pause(CHECK_INTERVAL_MS);
  }
  return false;
}
