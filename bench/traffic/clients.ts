// The clients: a process of its own, so that neither its work nor its sockets are counted as the service's.
import { Client } from 'undici';
import { seededRandom } from '#core/seeded-random.ts';
import type { Dataset } from './dataset.ts';
import { type Call, drawCalls } from './request-mix.ts';
import { type ConnectionBurst, connectSimultaneously } from './simultaneous-connections.ts';
import { slowClients, type SlowOrder } from './slow-clients.ts';

/** So many clients, spread over services, each with one call at a time, for so long. */
export type MixOrder = {
  what: 'mix';
  origins: string[];
  clients: number;
  seconds: number;
  seed: number;
  market: Dataset | null;
  /** The one path asked for where there is no market. */
  path: string;
  /** So many calls a second, as people come, whatever the service does; else each client asks as fast as it is answered. */
  perSecond?: number;
};

export type Order = MixOrder | ConnectionBurst | SlowOrder;

/** How each kind of call fared: milliseconds in order of size, and answers other than 2xx by status. */
export type ClientResults = {
  kinds: Record<string, number[]>;
  refused: Record<string, number>;
  seconds: number;
};

const WARM_UP_SHARE = 0.2;

async function mix(order: MixOrder): Promise<ClientResults> {
  const rng = seededRandom(order.seed);
  const calls = order.market ? drawCalls(order.market, rng) : sameCall(order.path);
  const fared: ClientResults = { kinds: {}, refused: {}, seconds: order.seconds };
  const from = performance.now();
  const counted = from + order.seconds * 1_000 * WARM_UP_SHARE;
  const until = counted + order.seconds * 1_000;
  const nextTurn = scheduleOf(from, order.perSecond);
  const work = async (at: number) => {
    const client = new Client(order.origins[at % order.origins.length] as string, { pipelining: 1 });
    while (performance.now() < until) {
      const call = calls.next().value;
      const began = await nextTurn();
      const status = await make(client, call);
      if (began >= counted && performance.now() < until) note(fared, call, status, performance.now() - began);
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: order.clients }, (_, at) => work(at)));
  for (const kind of Object.values(fared.kinds)) kind.sort((a, b) => a - b);
  return fared;
}

/** When a call begins. Who comes while no client is free has begun to wait: that counts as the call's time too. */
function scheduleOf(from: number, perSecond: number | undefined): () => Promise<number> {
  let issued = 0;
  return async () => {
    const now = performance.now();
    if (!perSecond) return now;
    const due = from + (issued++ * 1_000) / perSecond;
    if (due > now) await new Promise((done) => setTimeout(done, due - now));
    // Timers come a little late: that is not the service's.
    return due > now ? performance.now() : due;
  };
}

function* sameCall(path: string): Generator<Call, never> {
  for (;;) yield { kind: path, method: 'GET', path, token: null };
}

async function make(client: Client, { method, path, token, body }: Call): Promise<number> {
  const { statusCode, body: answer } = await client.request({
    method,
    path,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body } : {}),
  });
  await answer.arrayBuffer();
  return statusCode;
}

function note(fared: ClientResults, { kind }: Call, status: number, tookMs: number): void {
  if (status < 200 || status > 299) {
    const name = `${status} to ${kind}`;
    fared.refused[name] = (fared.refused[name] ?? 0) + 1;
  } else (fared.kinds[kind] ??= []).push(tookMs);
}

process.on('message', async (order: Order) => {
  const done =
    order.what === 'mix'
      ? await mix(order)
      : order.what === 'crowd'
        ? await connectSimultaneously(order)
        : await slowClients(order);
  process.send?.(done);
});
