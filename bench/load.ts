import { Worker } from 'node:worker_threads';
import type { Call, Delivery, Order } from './load-worker.ts';

/** Clients at work. `run` gives the milliseconds from the first call to the last answer; a wrong answer ends everything. */
export type Load = {
  run(calls: Call[], count: number, clients?: number): Promise<number>;
  stop(): Promise<void>;
};

/** Starts the thread in which the clients live. */
export function startLoad(): Load {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url));
  const waiting = new Map<number, (delivery: Delivery) => void>();
  worker.on('message', (delivery: Delivery) => waiting.get(delivery.id)?.(delivery));
  let orders = 0;
  return {
    run: (calls, count, clients = 1) =>
      new Promise((done, refuse) => {
        const order: Order = { id: ++orders, calls, count, clients };
        waiting.set(order.id, (delivery) => {
          waiting.delete(order.id);
          if ('failed' in delivery) refuse(new Error(delivery.failed));
          else done(delivery.elapsedMs);
        });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
        worker.postMessage(order);
      }),
    stop: async () => void (await worker.terminate()),
  };
}
