import { seeded } from '../simulators/faults.ts';
import type { SimNotice, Simulator } from '../simulators/simulator.ts';

/** Posts a notice; false when it was not taken and is to be posted again. */
export async function post(url: string, { body, headers }: SimNotice): Promise<boolean> {
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(60_000) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/** The provider's side of the notices: each is posted until it is taken, some of them twice, and not in order. */
export function startCourier(simulator: Simulator, webhookUrl: () => string | null, seed: number) {
  const chance = seeded(seed);
  const waiting: SimNotice[] = [];
  const courier = { taken: 0, posted: 0 };
  const running = { on: true };
  const work = async (): Promise<void> => {
    waiting.push(...simulator.takeNotices());
    const url = webhookUrl();
    const [notice] = url ? waiting.splice(Math.floor(chance() * waiting.length), 1) : [];
    if (!url || !notice) return pause(5);
    courier.posted += 1;
    if (!(await post(url, notice))) {
      waiting.push(notice);
      return pause(5);
    }
    courier.taken += 1;
    if (chance() < 0.2) await post(url, notice);
  };
  const workers = Array.from({ length: 4 }, async () => {
    while (running.on) await work();
  });
  return {
    counts: courier,
    /** Resolves once everything told so far has been taken. */
    async drain(timeoutMs = 240_000): Promise<boolean> {
      const until = performance.now() + timeoutMs;
      for (;;) {
        waiting.push(...simulator.takeNotices());
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
