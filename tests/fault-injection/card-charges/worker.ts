import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import type { ChargeRequest } from '#server/kernel/ports/saved-cards.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { pause } from '../webhook-courier.ts';

/** A misfortune of a worker between two of its steps. */
export type Fate = 'none' | 'death' | 'pause';

/** A worker of a sweep: it may die, or stand still until it is woken, between any two of its steps. */
export type Worker = {
  /** It ended by itself or died. */
  over: Promise<void>;
  isOver(): boolean;
  isPaused(): boolean;
  wake(): void;
};

export type Counts = { deaths: number; pauses: number };

type Frail = {
  /** Drawn at each step. */
  fate: () => Fate;
  /** Told of each charge as it leaves the service, before the network has it. */
  onCharge: (request: ChargeRequest) => void;
  /** The provider has done what it does of it, and its answer is still on its way. */
  beforeAnswer: () => Promise<void>;
  counts: Counts;
};

export const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** Starts a sweep in a worker that is as frail as told. Its steps are its transactions and its calls to the provider. */
export function startWorker(
  scope: SystemScope,
  sweep: (scope: SystemScope) => Promise<void>,
  { fate, onCharge, beforeAnswer, counts }: Frail,
): Worker {
  const state = { isDead: false, isOver: false, stoodStill: false, wake: null as (() => void) | null };
  const mayDie = (drawn: Fate): void => {
    if (drawn === 'death' && !state.isDead) {
      state.isDead = true;
      counts.deaths += 1;
    }
    // Not even what comes after an error is done by a process that is no more.
    if (state.isDead) throw new Error('this worker is dead');
  };
  const between = async (): Promise<void> => {
    const drawn = fate();
    mayDie(drawn);
    // Once after a charge is claimed and once before it leaves can be longer than the day after which it is taken for lost.
    if (drawn !== 'pause' || state.stoodStill) return;
    state.stoodStill = true;
    counts.pauses += 1;
    await new Promise<void>((woken) => {
      state.wake = woken;
    });
    state.wake = null;
  };
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    await between();
    const done = await work();
    await between();
    return done;
  };
  const frail = (provider: PaymentProvider): PaymentProvider => ({
    ...provider,
    chargeSaved: (request) => {
      mayDie('none');
      onCharge(request);
      return step(async () => {
        const answer = await provider.chargeSaved(request);
        await beforeAnswer();
        return answer;
      });
    },
    chargeState: (reference) => step(() => provider.chargeState(reference)),
    listPayments: (reference) => step(() => provider.listPayments(reference)),
  });
  const { payments } = scope.ports;
  const over = sweep({
    ...scope,
    log: quiet,
    ports: { ...scope.ports, payments: { ...payments, all: payments.all.map(frail) } },
    transactAsSystem: (work) =>
      step(() =>
        scope.transactAsSystem(async (ctx) => {
          const done = await work(ctx);
          // Nothing of it is committed.
          mayDie(fate() === 'death' ? 'death' : 'none');
          return done;
        }),
      ),
  })
    .catch((error: unknown) => {
      if (!state.isDead) throw error;
    })
    .finally(() => {
      state.isOver = true;
    });
  return {
    over,
    isOver: () => state.isOver,
    isPaused: () => state.wake !== null,
    wake: () => state.wake?.(),
  };
}

const LOOK_MS = 2;

/** Waits until each worker is over or stands still; gives those that stand still. */
export async function atRest(workers: readonly Worker[]): Promise<Worker[]> {
  while (workers.some((one) => !one.isOver() && !one.isPaused())) await pause(LOOK_MS);
  await Promise.all(workers.filter((one) => one.isOver()).map(({ over }) => over));
  return workers.filter((one) => !one.isOver());
}
