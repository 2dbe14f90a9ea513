import { setTimeout as pause } from 'node:timers/promises';
import type { SmtpReply, SmtpTestServer } from '../../tests/mail/smtp-server.ts';
import { seededFaults } from '../../tests/simulators/faults.ts';
import type { Simulator } from '../../tests/simulators/simulator.ts';
import type { Query } from '../raw-database.ts';

/** Targets of injected faults, and how to record one. */
export type FaultTargets = {
  /** On a connection of its own to another database of the same server. */
  query: Query;
  database: string;
  smtpServer: SmtpTestServer;
  simulator: Simulator;
  /** Ends the process that need not live through all, and starts it again. */
  killOne: () => Promise<void>;
  logFault: (what: string) => void;
};

type Rng = () => number;
type Fault = {
  name: string;
  share: number;
  inject: (spoiled: FaultTargets, durationMs: number, rng: Rng) => Promise<void>;
};

/** The name under which the soak itself is connected: these connections are never ended. */
export const NO_FAULT = 'soak';

const PROVIDER_SHARE = 0.5;
const MAIL_ANSWERS = {
  'mail is put off (451)': { code: 451, text: 'Try again later' },
  'mail server ends sessions (421)': { code: 421, text: 'Closing' },
} satisfies Record<string, SmtpReply>;

const endConnections =
  (most: number): Fault['inject'] =>
  async ({ query, database }) => {
    await query(
      `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
     where datname = $1 and backend_type = 'client backend' and application_name <> $3 order by state = 'active' desc, random() limit $2) those`,
      [database, most, NO_FAULT],
    );
  };

const mailAnswers =
  (answer: SmtpReply): Fault['inject'] =>
  async ({ smtpServer }, durationMs) => {
    smtpServer.recipient = () => answer;
    await pause(durationMs);
    smtpServer.recipient = () => null;
  };

// Before the message has come nothing was sent; after it nobody knows.
const mailIsSilent: Fault['inject'] = async ({ smtpServer }, durationMs, rng) => {
  const when = rng() < 0.5 ? 'recipient' : 'message';
  const over = pause(durationMs);
  smtpServer[when] = () => over.then(() => null);
  await over;
  smtpServer[when] = () => null;
};

const providerFaults =
  (share: number, only?: 'hang'): Fault['inject'] =>
  async ({ simulator }, durationMs, rng) => {
    const plan = seededFaults(Math.floor(rng() * 2 ** 32), share, only ? [only] : undefined);
    simulator.setFaults(plan);
    await pause(durationMs);
    simulator.setFaults(null);
  };

const faults: Fault[] = [
  { name: 'one connection of the database ended', share: 3, inject: endConnections(1) },
  { name: 'all connections of the database ended', share: 2, inject: endConnections(1_000) },
  ...Object.entries(MAIL_ANSWERS).map(([name, answer]) => ({ name, share: 1, inject: mailAnswers(answer) })),
  { name: 'mail server is silent', share: 1.5, inject: mailIsSilent },
  { name: 'provider fails in every way', share: 2, inject: providerFaults(PROVIDER_SHARE) },
  { name: 'provider hangs', share: 1.5, inject: providerFaults(1, 'hang') },
];

/** Seconds between faults and of their spells (each drawn up to twice as long), and at which shares of the run a process is killed. */
export type Plan = { everySeconds: number; durationSeconds: number; killsAt: number[]; seconds: number };

/** Lets one fault follow the other, by the seed, until it is told to stop; then what is under way comes to its end. */
export function startFaults(plan: Plan, spoiled: FaultTargets, rng: Rng) {
  const counts: Record<string, number> = {};
  const stop = new AbortController();
  const inject = async (name: string, work: () => Promise<void>) => {
    counts[name] = (counts[name] ?? 0) + 1;
    spoiled.logFault(name);
    await work().catch((error: unknown) => spoiled.logFault(`${name}, and failed at that: ${String(error)}`));
  };
  const waited = (seconds: number) =>
    pause(seconds * 1_000, true, { signal: stop.signal }).catch(() => false);
  const spells = async () => {
    while (await waited(plan.everySeconds * 2 * rng())) {
      const fault = drawFault(rng);
      await inject(fault.name, () => fault.inject(spoiled, plan.durationSeconds * 2 * rng() * 1_000, rng));
    }
  };
  const kills = async () => {
    let past = 0;
    for (const share of plan.killsAt) {
      if (!(await waited((share - past) * plan.seconds))) return;
      past = share;
      await inject('a process killed', spoiled.killOne);
    }
  };
  const running = [spells(), kills()];
  return {
    counts,
    stop: async () => {
      stop.abort();
      await Promise.all(running);
    },
  };
}

function drawFault(rng: Rng): Fault {
  let left = rng() * faults.reduce((sum, { share }) => sum + share, 0);
  return faults.find(({ share }) => (left -= share) < 0) ?? (faults[0] as Fault);
}
