import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { limits } from '#contract/limits.ts';
import type { BenchDatabase } from '../environment.ts';
import { median, ms, times } from '../measure.ts';
import type { BusinessFixture, Dataset } from './dataset.ts';
import type {
  GreedyOrder,
  GreedyResults,
  Sample,
  SteadyOrder,
  SteadyResults,
} from './noisy-neighbour-clients.ts';
import { type Service, startService } from './service-processes.ts';

// Does a business notice that another asks as fast as it can? Owners at an ordinary pace, in turns alone and beside a
// neighbour who stops at nothing, with the limits as they usually are.

/** `seconds`: of each turn. */
export type NeighbourSize = { rounds: number; seconds: number; connections: number; seed: number };

/** Alone, with the neighbour, and alone again: the difference of the two alone is the machine's noise. */
type Round = { before: Sample[]; withNeighbour: Sample[]; after: Sample[]; greedy: GreedyResults };

const OWNERS = 4;
const CALLS_A_SECOND = 5;
const WARM_UP_SECONDS = 5;
const AIM = 1.1;

const usualLimits = (): Record<string, string> => ({
  TRUST_PROXY: 'true',
  ...Object.fromEntries(Object.values(limits).map(({ setting, usual }) => [setting, String(usual)])),
});

/** Measures with a neighbour at one address and with one at an address for each connection; gives the table. */
export async function measureNeighbour(
  place: BenchDatabase,
  market: Dataset,
  size: NeighbourSize,
): Promise<string> {
  const service = await startService(place, { env: usualLimits() });
  const street = await createScenario(service, market, size);
  await street.turn(WARM_UP_SECONDS, size.connections);
  const rows: string[] = [];
  for (const addresses of [1, size.connections]) {
    const rounds: Round[] = [];
    for (let round = 1; round <= size.rounds; round++) {
      rounds.push(await street.round(addresses));
      console.error(`  ${addresses} addresses, round ${round}: ${times(ratioOf(rounds.at(-1) as Round))}`);
    }
    rows.push(rowOf(addresses, rounds));
  }
  street.close();
  await service.stop();
  return [
    `${OWNERS} owners at ${CALLS_A_SECOND} calls a second each beside one with ${size.connections} connections that never rests, ${size.rounds} rounds of three turns of ${size.seconds} s:`,
    '',
    '| neighbour’s addresses | calls | p50 alone | beside | p95 alone | beside | ratio of p95, median of rounds | middle half | alone to alone | at most 1.10 | neighbour let through | refused |',
    `|--:|${'--:|'.repeat(11)}`,
    ...rows,
  ].join('\n');
}

type Turn = { samples: Sample[]; greedy: GreedyResults | null };

async function createScenario({ url: origin }: Service, { others }: Dataset, size: NeighbourSize) {
  const [ordinary, restless] = [await openClients(), await openClients()];
  const owners = others.slice(0, OWNERS);
  const neighbours = others.slice(OWNERS);
  let turns = 0;
  const turn = async (seconds: number, addresses: number | null): Promise<Turn> => {
    const at = turns++;
    const about = { origin, seconds, seed: size.seed + at };
    const stall = neighbours[at % neighbours.length] as BusinessFixture;
    const { connections } = size;
    const [mine, greedy] = await Promise.all([
      ordinary.carryOut<SteadyResults>({
        what: 'steady',
        stalls: owners,
        perSecond: CALLS_A_SECOND,
        ...about,
      }),
      addresses &&
        restless.carryOut<GreedyResults>({ what: 'greedy', stall, connections, addresses, ...about }),
    ]);
    if (mine.refused > 0) throw new Error(`${mine.refused} calls at an ordinary pace were refused`);
    return { samples: mine.samples, greedy: greedy || null };
  };
  const round = async (addresses: number): Promise<Round> => {
    const before = await turn(size.seconds, null);
    const { samples, greedy } = await turn(size.seconds, addresses);
    const after = await turn(size.seconds, null);
    if (!greedy) throw new Error('there was no neighbour');
    return { before: before.samples, withNeighbour: samples, after: after.samples, greedy };
  };
  const close = () => [ordinary, restless].map((one) => one.close());
  return { turn, round, close };
}

function quantile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
const p = (samples: Sample[], share: number): number =>
  quantile(
    samples.map(({ ms: took }) => took),
    share,
  );
const aloneOf = ({ before, after }: Round): Sample[] => [...before, ...after];

function ratioOf(round: Round): number {
  return p(round.withNeighbour, 0.95) / p(aloneOf(round), 0.95);
}

function rowOf(addresses: number, rounds: Round[]): string {
  const [alone, withNeighbour] = [rounds.flatMap(aloneOf), rounds.flatMap((round) => round.withNeighbour)];
  const ratios = rounds.map(ratioOf);
  const floor = median(rounds.map(({ before, after }) => p(after, 0.95) / p(before, 0.95)));
  const got = (refused: boolean) =>
    rounds
      .flatMap(({ greedy }) => Object.entries(greedy.byStatus))
      .filter(([status]) => Number(status) >= 300 === refused)
      .reduce((sum, [, n]) => sum + n, 0);
  const cells = [
    addresses,
    alone.length + withNeighbour.length,
    ms(p(alone, 0.5)),
    ms(p(withNeighbour, 0.5)),
    ms(p(alone, 0.95)),
    ms(p(withNeighbour, 0.95)),
    times(median(ratios)),
    `${times(quantile(ratios, 0.25))} to ${times(quantile(ratios, 0.75))}`,
    times(floor),
    median(ratios) <= AIM ? 'met' : 'missed',
    got(false),
    got(true),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Clients in a process of their own, who are there before anything is measured. */
async function openClients() {
  const child = fork(join(import.meta.dirname, 'noisy-neighbour-clients.ts'));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the clients ended with code ${code}`);
  });
  ended.catch(() => undefined);
  const nextMessage = async () => (await Promise.race([once(child, 'message'), ended]))[0];
  await nextMessage();
  return {
    carryOut: async <T>(order: SteadyOrder | GreedyOrder): Promise<T> => {
      const answer = nextMessage();
      child.send(order);
      return (await answer) as T;
    },
    close: () => child.kill(),
  };
}
