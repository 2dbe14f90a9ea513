type Loop = { start(): void; stop(): Promise<void>; wake(): void };

type Steps = {
  /** Does what is due; answers whether there was anything. */
  step: () => Promise<boolean>;
  /** Milliseconds until something is due next; null when nothing is. */
  nextInMs: () => Promise<number | null>;
  onError: (error: unknown) => void;
};

const BUSY_MS = 200;
const IDLE_MS = 2_000;

/** Runs `step` while there is work and polls for more now and then; `wake` makes it run at once. */
export function createLoop({ step, nextInMs, onError }: Steps): Loop {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let woken = false;
  let on = false;

  const schedule = (ms: number) => {
    if (timer) clearTimeout(timer);
    timer = on ? setTimeout(run, ms) : null;
    timer?.unref();
  };
  const run = () => {
    timer = null;
    woken = false;
    running = pause().then((ms) => {
      running = null;
      schedule(woken ? 0 : ms);
    });
  };
  const pause = async () => {
    try {
      if (await step()) return BUSY_MS;
      return Math.max(BUSY_MS, Math.min(IDLE_MS, (await nextInMs()) ?? IDLE_MS));
    } catch (error) {
      onError(error);
      return IDLE_MS;
    }
  };
  return {
    start: () => {
      if (on) return;
      on = true;
      schedule(0);
    },
    stop: async () => {
      on = false;
      if (timer) clearTimeout(timer);
      timer = null;
      await running;
    },
    wake: () => {
      woken = true;
      if (on && !running) schedule(0);
    },
  };
}
