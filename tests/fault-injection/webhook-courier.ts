import { seededRandom } from '#core/seeded-random.ts';
import type { Simulator, SimWebhook } from '../simulators/simulator.ts';

/** Posts a webhook; false when it was not accepted and is to be posted again. */
export async function postWebhook(url: string, { body, headers }: SimWebhook): Promise<boolean> {
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(60_000) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/** The provider's webhook delivery: each is posted until accepted, some of them twice, and out of order. */
export function startWebhookCourier(simulator: Simulator, webhookUrl: () => string | null, seed: number) {
  const rng = seededRandom(seed);
  const waiting: SimWebhook[] = [];
  const courier = { taken: 0, posted: 0 };
  const running = { on: true };
  const work = async (): Promise<void> => {
    waiting.push(...simulator.takeWebhooks());
    const url = webhookUrl();
    const [webhook] = url ? waiting.splice(Math.floor(rng() * waiting.length), 1) : [];
    if (!url || !webhook) return pause(5);
    courier.posted += 1;
    if (!(await postWebhook(url, webhook))) {
      waiting.push(webhook);
      return pause(5);
    }
    courier.taken += 1;
    if (rng() < 0.2) await postWebhook(url, webhook);
  };
  const workers = Array.from({ length: 4 }, async () => {
    while (running.on) await work();
  });
  return {
    counts: courier,
    /** Resolves once everything queued so far was accepted. */
    async drain(timeoutMs = 240_000): Promise<boolean> {
      const until = performance.now() + timeoutMs;
      for (;;) {
        waiting.push(...simulator.takeWebhooks());
        if (waiting.length === 0) return true;
        if (performance.now() > until) return false;
        await pause(20);
      }
    },
    async stop(): Promise<void> {
      running.on = false;
      await Promise.all(workers);
    },
  };
}

export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
