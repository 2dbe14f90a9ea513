import { createClient, emptyTally, type TrafficRequest } from './http-client.ts';

export type AttackOrder = { urls: string[]; requests: TrafficRequest[]; connections: number };

// Repeats requests over some connections until told to stop; then tells how often which status came.
const answers: Record<string, number> = {};
const stopped = new AbortController();

process.on('message', (order: AttackOrder | 'stop') => {
  if (order === 'stop') {
    stopped.abort();
    process.send?.(answers, () => process.exit());
  } else for (let at = 0; at < order.connections; at++) void repeat(order);
});

// Starting takes the processor, and is no part of the attack.
process.send?.('ready');

let turn = 0;

async function repeat({ urls, requests }: AttackOrder): Promise<void> {
  const { ask } = createClient(urls, emptyTally);
  while (!stopped.signal.aborted) {
    const request = requests[turn++ % requests.length];
    if (!request) return;
    const { status } = await ask(request);
    answers[status] = (answers[status] ?? 0) + 1;
  }
}
