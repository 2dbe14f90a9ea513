// The clients, in a thread of their own so that their work is not counted as the server's.
import { Agent, request } from 'node:http';
import { parentPort } from 'node:worker_threads';

/** One call. `key` adds an Idempotency-Key that is used once. */
export type Call = {
  url: string;
  method: string;
  token?: string;
  body?: string;
  expect: number;
  key?: boolean;
};

/** So many calls, taken in turn from a list, by so many clients at once. */
export type Order = { id: number; calls: Call[]; count: number; clients: number };
export type Delivery = { id: number; elapsedMs: number } | { id: number; failed: string };

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let keys = 0;

function make(call: Call): Promise<void> {
  const headers = {
    ...(call.token ? { Authorization: `Bearer ${call.token}` } : {}),
    ...(call.body
      ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(call.body) }
      : {}),
    ...(call.key ? { 'Idempotency-Key': `bench-${process.pid}-${Date.now()}-${++keys}` } : {}),
  };
  return new Promise((done, refuse) => {
    const sent = request(call.url, { agent, method: call.method, headers }, (response) => {
      const text: Buffer[] = [];
      response.on('data', (part: Buffer) => text.push(part));
      response.on('end', () => {
        if (response.statusCode === call.expect) return done();
        refuse(
          new Error(
            `${call.method} ${call.url} answered ${response.statusCode}: ${Buffer.concat(text).toString().slice(0, 300)}`,
          ),
        );
      });
      response.on('error', refuse);
    });
    sent.on('error', refuse);
    sent.end(call.body);
  });
}

async function fill({ calls, count, clients }: Order): Promise<number> {
  const from = performance.now();
  let next = 0;
  const client = async () => {
    for (let at = next++; at < count; at = next++) {
      const call = calls[at % calls.length];
      if (call) await make(call);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return performance.now() - from;
}

parentPort?.on('message', async (order: Order) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
  const deliver = (delivery: Delivery) => parentPort?.postMessage(delivery);
  try {
    deliver({ id: order.id, elapsedMs: await fill(order) });
  } catch (error) {
    deliver({ id: order.id, failed: error instanceof Error ? error.message : String(error) });
  }
});
