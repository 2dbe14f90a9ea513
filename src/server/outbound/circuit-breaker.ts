import { emitEvent } from '#server/observability/events.ts';

/** `good`: success. `bad`: failure. `neutral`: says nothing about the health of the other side. */
export type Verdict = 'good' | 'bad' | 'neutral';

export type CircuitBreaker = {
  /**
   * Makes a call, unless the circuit is open: then `fallback` answers at once. Without `fallback` the call is
   * always made, and only counted.
   */
  execute<T>(request: {
    call: () => Promise<T>;
    classify: (answer: T) => Verdict;
    fallback?: (() => T) | undefined;
  }): Promise<T>;
  isOpen(): boolean;
};

type Settings = {
  port: string;
  /** A call without an answer for this long counts as failed, although its answer is still awaited. */
  slowMs: number;
  now: () => Date;
};

const FAILURES_IN_A_ROW = 5;
const OPEN_MS = 2_000;
const MAX_OPEN_MS = 30_000;

type State = { failures: number; openMs: number; openUntil: number | null; isHalfOpen: boolean };

/**
 * A circuit breaker: five failures in a row open it, one trial call is let through after each pause, and one
 * success, however late, closes it.
 */
export function createCircuitBreaker({ port, slowMs, now }: Settings): CircuitBreaker {
  const state: State = { failures: 0, openMs: OPEN_MS, openUntil: null, isHalfOpen: false };
  const recordFailure = () => {
    state.failures++;
    if (state.failures < FAILURES_IN_A_ROW || (state.openUntil !== null && !state.isHalfOpen)) return;
    if (state.openUntil === null) emitEvent('circuit', { port, open: true });
    else state.openMs = Math.min(2 * state.openMs, MAX_OPEN_MS);
    state.openUntil = now().getTime() + state.openMs;
    state.isHalfOpen = false;
  };
  const recordSuccess = () => {
    if (state.openUntil !== null) emitEvent('circuit', { port, open: false });
    Object.assign(state, { failures: 0, openMs: OPEN_MS, openUntil: null, isHalfOpen: false });
  };
  const allowsCall = () => {
    if (state.openUntil === null) return true;
    if (state.isHalfOpen || now().getTime() < state.openUntil) return false;
    state.isHalfOpen = true;
    return true;
  };
  return {
    isOpen: () => state.openUntil !== null,
    execute: async ({ call, classify, fallback }) => {
      const isTrial = fallback !== undefined && state.openUntil !== null;
      if (fallback && !allowsCall()) {
        emitEvent('call', { port, outcome: 'circuit', seconds: 0 });
        return fallback();
      }
      const started = performance.now();
      const record = countOnce(slowMs, { recordSuccess, recordFailure });
      const end = (outcome: Verdict) => {
        record(outcome);
        if (isTrial) state.isHalfOpen = false;
        const seconds = (performance.now() - started) / 1000;
        emitEvent('call', { port, outcome: outcome === 'bad' ? 'failed' : 'ok', seconds });
      };
      try {
        const answer = await call();
        end(classify(answer));
        return answer;
      } catch (error) {
        end('bad');
        throw error;
      }
    },
  };
}

/**
 * Counts one call once: as failed when it is slow, and afterwards only as a success when one comes after all.
 */
function countOnce(
  slowMs: number,
  { recordSuccess, recordFailure }: { recordSuccess: () => void; recordFailure: () => void },
) {
  let counted = false;
  const timer = setTimeout(() => {
    counted = true;
    recordFailure();
  }, slowMs).unref();
  return (outcome: Verdict): void => {
    clearTimeout(timer);
    if (outcome === 'good') recordSuccess();
    else if (outcome === 'bad' && !counted) recordFailure();
  };
}
