// The clients of the soak: a process of its own. They ask at a steady rate whatever the answers take, and set out on journeys
// beside that.
import { createHash } from 'node:crypto';
import { seededRandom } from '#core/seeded-random.ts';
import type { Dataset } from './dataset.ts';
import { createClient, emptyTally, type SendRequest, type Tally } from './http-client.ts';
import * as files from './journeys-files.ts';
import * as odd from './journeys-invalid.ts';
import {
  downloadDocuments,
  type Journey,
  pay,
  pickOne,
  refundPayment,
  remind,
  session,
  signUp,
  withdraw,
} from './journeys.ts';
import { drawCalls } from './request-mix.ts';

export type SoakOrder = {
  what: 'soak';
  origins: string[];
  /** Calls of the mix in a second, and journeys in a second beside them. */
  rate: number;
  journeys: number;
  seed: number;
  market: Dataset;
};

/** Figures since the last reading; milliseconds. */
export type SoakReading = {
  answered: number;
  /** Not asked, because too many waited for an answer already. */
  skipped: number;
  waiting: number;
  p50: number;
  p95: number;
  p99: number;
  refused: Record<string, number>;
  /** Only at the end: how each kind of call fared over all. */
  kinds: Record<string, { n: number; p50: number; p99: number }>;
};

const MAX_WAITING = 400;
const LARGE_SHARE = 0.1;
const journeys: [share: number, journey: Journey][] = [
  [30, pay],
  [8, withdraw],
  [4, refundPayment],
  [8, downloadDocuments],
  [8, session],
  [2, signUp],
  [3, remind],
  [12, files.chat],
  [1, files.picture],
  [6, files.upload],
  [10, odd.listenToLiveEvents],
  [4, odd.watchPayPage],
  [6, odd.abortRequest],
  [1, odd.sendSlowly],
  [8, odd.sendInvalidRequest],
];

function soak(order: SoakOrder) {
  const rng = seededRandom(order.seed);
  const state = { tally: emptyTally(), all: emptyTally(), skipped: 0, waiting: 0, on: true };
  const { ask: send, close } = createClient(order.origins, () => state.tally);
  const ask: SendRequest = (request) =>
    send({ ...request, headers: { 'x-forwarded-for': addressOf(request.token, rng), ...request.headers } });
  const calls = drawCalls(order.market, rng);
  const run = async (work: () => Promise<unknown>) => {
    if (state.waiting >= MAX_WAITING) return void state.skipped++;
    state.waiting++;
    await work().catch((error: unknown) => console.error('a journey broke', error));
    state.waiting--;
  };
  const callOnce = () => {
    const { kind, method, path, token, body } = calls.next().value;
    const headers = { 'content-type': 'application/json' };
    return ask({ kind, method, path, token, ...(body ? { body, headers } : {}) });
  };
  const journeyOnce = () => {
    const { large, others } = order.market;
    const stall = rng() < LARGE_SHARE ? large : pickOne(others, rng);
    return drawJourney(rng)({ stall, ask, rng, origins: order.origins });
  };
  atSteadyRate(order.rate, rng, state, () => void run(callOnce));
  atSteadyRate(order.journeys, rng, state, () => void run(journeyOnce));
  return {
    tell: (): SoakReading => {
      const { tally, skipped, waiting } = state;
      for (const [kind, times] of Object.entries(tally.times)) (state.all.times[kind] ??= []).push(...times);
      Object.assign(state, { tally: emptyTally(), skipped: 0 });
      return { ...figuresOf(tally), skipped, waiting, kinds: state.on ? {} : kindsOf(state.all) };
    },
    rest: async () => {
      state.on = false;
      const until = performance.now() + MAX_IDLE_MS;
      while (state.waiting > 0 && performance.now() < until)
        await new Promise((done) => setTimeout(done, 100));
      await close();
    },
  };
}

/** Each session comes from an address of its own, strangers from many. */
function addressOf(token: string | null | undefined, rng: () => number): string {
  const bytes = token
    ? [...createHash('sha256').update(token).digest().subarray(0, 3)]
    : [0, rng() * 256, rng() * 256].map(Math.floor);
  return `10.${bytes.join('.')}`;
}

const MAX_IDLE_MS = 100_000;

function drawJourney(rng: () => number): Journey {
  let left = rng() * journeys.reduce((sum, [share]) => sum + share, 0);
  return (journeys.find(([share]) => (left -= share) < 0) ?? journeys[0])?.[1] ?? pay;
}

/** Begins something so often in a second on average, at random moments, as people do who do not know of each other. */
function atSteadyRate(perSecond: number, rng: () => number, state: { on: boolean }, begin: () => void): void {
  let due = performance.now();
  const next = () => {
    if (!state.on) return;
    for (; due <= performance.now(); due += (-Math.log(1 - rng()) / perSecond) * 1_000) begin();
    setTimeout(next, Math.max(0, due - performance.now()));
  };
  next();
}

const at = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const sortedOf = (times: number[]) => times.toSorted((a, b) => a - b);

function figuresOf({ times, refused, answered }: Tally) {
  const sorted = sortedOf(Object.values(times).flat());
  return { answered, refused, p50: at(sorted, 0.5), p95: at(sorted, 0.95), p99: at(sorted, 0.99) };
}

function kindsOf({ times }: Tally): SoakReading['kinds'] {
  const every = { ...times, all: Object.values(times).flat() };
  return Object.fromEntries(
    Object.entries(every).map(([kind, unsorted]) => {
      const sorted = sortedOf(unsorted);
      return [kind, { n: sorted.length, p50: at(sorted, 0.5), p99: at(sorted, 0.99) }];
    }),
  );
}

let running: ReturnType<typeof soak> | null = null;
process.on('message', async (order: SoakOrder | 'tell' | 'rest') => {
  if (order === 'rest') await running?.rest();
  else if (order !== 'tell') return void (running = soak(order));
  process.send?.(running?.tell());
});
process.once('disconnect', () => process.exit(1));
