// Owners at an ordinary pace, or one who asks as fast as it can: each a process of its own.
import { Client, Pool } from 'undici';
import { seededRandom } from '#core/seeded-random.ts';
import type { BusinessFixture } from './dataset.ts';
import { type Call, drawCalls } from './request-mix.ts';

/** Owners who each make so many calls a second, whatever becomes of the ones before. */
export type SteadyOrder = {
  what: 'steady';
  origin: string;
  stalls: BusinessFixture[];
  perSecond: number;
  seconds: number;
  seed: number;
};

/** One owner over so many connections, from one address or from one for each, with no pause but for the answer. */
export type GreedyOrder = {
  what: 'greedy';
  origin: string;
  stall: BusinessFixture;
  connections: number;
  addresses: number;
  seconds: number;
  seed: number;
};

/** How long a call took from when it was due. */
export type Sample = { ms: number };
export type SteadyResults = { samples: Sample[]; refused: number };
export type GreedyResults = { byStatus: Record<string, number> };

const KEEP_ALIVE = 16;
const SPREAD = 0.5;
const now = () => performance.now();
const until = (time: number) => new Promise((done) => setTimeout(done, Math.max(0, time - now())));

type RequestSender = Pick<Client, 'request'>;

async function make(
  client: RequestSender,
  { method, path, token, body }: Call,
  address: string,
): Promise<number> {
  const { statusCode, body: answer } = await client.request({
    method,
    path,
    headers: {
      'x-forwarded-for': address,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body } : {}),
  });
  await answer.arrayBuffer();
  return statusCode;
}

async function steady({ origin, stalls, perSecond, seconds, seed }: SteadyOrder): Promise<SteadyResults> {
  const fared: SteadyResults = { samples: [], refused: 0 };
  const pool = new Pool(origin, { connections: KEEP_ALIVE, pipelining: 1 });
  const from = now();
  const owner = async (stall: BusinessFixture, at: number) => {
    const rng = seededRandom(seed * stalls.length + at);
    const calls = drawCalls({ large: stall, others: [stall] }, rng);
    const made: Promise<void>[] = [];
    for (
      let due = from;
      due < from + seconds * 1_000;
      due += ((1 + SPREAD * (2 * rng() - 1)) * 1_000) / perSecond
    ) {
      await until(due);
      made.push(
        make(pool, calls.next().value, `192.0.2.${at}`).then((status) => {
          if (status > 299) fared.refused++;
          else fared.samples.push({ ms: now() - due });
        }),
      );
    }
    await Promise.all(made);
  };
  await Promise.all(stalls.map(owner));
  await pool.close();
  return fared;
}

async function greedy(order: GreedyOrder): Promise<GreedyResults> {
  const fared: GreedyResults = { byStatus: {} };
  const calls = drawCalls({ large: order.stall, others: [order.stall] }, seededRandom(order.seed));
  const end = now() + order.seconds * 1_000;
  const work = async (at: number) => {
    const client = new Client(order.origin, { pipelining: 1 });
    while (now() < end) {
      const status = await make(client, calls.next().value, `198.51.100.${at % order.addresses}`);
      fared.byStatus[status] = (fared.byStatus[status] ?? 0) + 1;
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: order.connections }, (_, at) => work(at)));
  return fared;
}

process.on('message', async (order: SteadyOrder | GreedyOrder) => {
  process.send?.(order.what === 'steady' ? await steady(order) : await greedy(order));
});
process.send?.('ready');
