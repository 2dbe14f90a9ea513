import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, PostOffice } from '../../tests/mail/post-office.ts';
import { seededFaults } from '../../tests/simulators/faults.ts';
import type { Simulator } from '../../tests/simulators/simulator.ts';
import type { Query } from '../bare.ts';

/** What can be spoiled, and how to say that it was. */
export type Spoiled = {
  /** On a connection of its own to another database of the same server. */
  query: Query;
  database: string;
  office: PostOffice;
  simulator: Simulator;
  /** Ends the process that need not live through all, and starts it again. */
  killOne: () => Promise<void>;
  say: (what: string) => void;
};

type Chance = () => number;
type Fault = {
  name: string;
  share: number;
  befall: (spoiled: Spoiled, spellMs: number, chance: Chance) => Promise<void>;
};

/** The name under which the soak itself is connected: these connections are never ended. */
export const WATCHING = 'soak';

const PROVIDER_SHARE = 0.5;
const MAIL_ANSWERS = {
  'mail is put off (451)': { code: 451, text: 'Try again later' },
  'mail server ends sessions (421)': { code: 421, text: 'Closing' },
} satisfies Record<string, Answer>;

const endConnections =
  (most: number): Fault['befall'] =>
  async ({ query, database }) => {
    await query(
      `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
     where datname = $1 and backend_type = 'client backend' and application_name <> $3 order by state = 'active' desc, random() limit $2) those`,
      [database, most, WATCHING],
    );
  };

const mailAnswers =
  (answer: Answer): Fault['befall'] =>
  async ({ office }, spellMs) => {
    office.recipient = () => answer;
    await pause(spellMs);
    office.recipient = () => null;
  };

// Before the message has come nothing was sent; after it nobody knows.
const mailIsSilent: Fault['befall'] = async ({ office }, spellMs, chance) => {
  const when = chance() < 0.5 ? 'recipient' : 'message';
  const over = pause(spellMs);
  office[when] = () => over.then(() => null);
  await over;
  office[when] = () => null;
};

const providerFares =
  (share: number, only?: 'hang'): Fault['befall'] =>
  async ({ simulator }, spellMs, chance) => {
    const plan = seededFaults(Math.floor(chance() * 2 ** 32), share, only ? [only] : undefined);
    simulator.setFaults(plan);
    await pause(spellMs);
    simulator.setFaults(null);
  };

const faults: Fault[] = [
  { name: 'one connection of the database ended', share: 3, befall: endConnections(1) },
  { name: 'all connections of the database ended', share: 2, befall: endConnections(1_000) },
  ...Object.entries(MAIL_ANSWERS).map(([name, answer]) => ({ name, share: 1, befall: mailAnswers(answer) })),
  { name: 'mail server is silent', share: 1.5, befall: mailIsSilent },
  { name: 'provider fails in every way', share: 2, befall: providerFares(PROVIDER_SHARE) },
  { name: 'provider hangs', share: 1.5, befall: providerFares(1, 'hang') },
];

/** Seconds between faults and of their spells (each drawn up to twice as long), and at which shares of the run a process is killed. */
export type Plan = { everySeconds: number; spellSeconds: number; killsAt: number[]; seconds: number };

/** Lets one fault follow the other, by the seed, until it is told to stop; then what is under way comes to its end. */
export function startFaults(plan: Plan, spoiled: Spoiled, chance: Chance) {
  const counts: Record<string, number> = {};
  const stop = new AbortController();
  const befall = async (name: string, work: () => Promise<void>) => {
    counts[name] = (counts[name] ?? 0) + 1;
    spoiled.say(name);
    await work().catch((error: unknown) => spoiled.say(`${name}, and failed at that: ${String(error)}`));
  };
  const waited = (seconds: number) =>
    pause(seconds * 1_000, true, { signal: stop.signal }).catch(() => false);
  const spells = async () => {
    while (await waited(plan.everySeconds * 2 * chance())) {
      const fault = drawFault(chance);
      await befall(fault.name, () => fault.befall(spoiled, plan.spellSeconds * 2 * chance() * 1_000, chance));
    }
  };
  const kills = async () => {
    let past = 0;
    for (const share of plan.killsAt) {
      if (!(await waited((share - past) * plan.seconds))) return;
      past = share;
      await befall('a process killed', spoiled.killOne);
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

function drawFault(chance: Chance): Fault {
  let left = chance() * faults.reduce((sum, { share }) => sum + share, 0);
  return faults.find(({ share }) => (left -= share) < 0) ?? (faults[0] as Fault);
}
