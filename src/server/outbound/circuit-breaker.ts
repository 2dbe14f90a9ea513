import { signal } from '#server/observability/events.ts';

/** `good`: success. `bad`: failure. `neutral`: says nothing about the health of the other side. */
export type Verdict = 'good' | 'bad' | 'neutral';

export type Circuit = {
  /**
   * Makes a call, unless the circuit is open: then `fallback` answers at once. Without `fallback` the call is
   * always made, and only counted.
   */
  ask<T>(question: {
    put: () => Promise<T>;
    verdict: (answer: T) => Verdict;
    instead?: (() => T) | undefined;
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
const REST_MS = 2_000;
const LONGEST_REST_MS = 30_000;

type State = { failures: number; restMs: number; restsUntil: number | null; isTrying: boolean };

/**
 * A circuit breaker: five failures in a row open it, one trial call is let through after each pause, and one
 * success, however late, closes it.
 */
export function createCircuit({ port, slowMs, now }: Settings): Circuit {
  const state: State = { failures: 0, restMs: REST_MS, restsUntil: null, isTrying: false };
  const bad = () => {
    state.failures++;
    if (state.failures < FAILURES_IN_A_ROW || (state.restsUntil !== null && !state.isTrying)) return;
    if (state.restsUntil === null) signal('circuit', { port, open: true });
    else state.restMs = Math.min(2 * state.restMs, LONGEST_REST_MS);
    state.restsUntil = now().getTime() + state.restMs;
    state.isTrying = false;
  };
  const good = () => {
    if (state.restsUntil !== null) signal('circuit', { port, open: false });
    Object.assign(state, { failures: 0, restMs: REST_MS, restsUntil: null, isTrying: false });
  };
  const mayAsk = () => {
    if (state.restsUntil === null) return true;
    if (state.isTrying || now().getTime() < state.restsUntil) return false;
    state.isTrying = true;
    return true;
  };
  return {
    isOpen: () => state.restsUntil !== null,
    ask: async ({ put, verdict, instead }) => {
      const isTrial = instead !== undefined && state.restsUntil !== null;
      if (instead && !mayAsk()) {
        signal('call', { port, outcome: 'circuit', seconds: 0 });
        return instead();
      }
      const started = performance.now();
      const told = watched(slowMs, { good, bad });
      const end = (outcome: Verdict) => {
        told(outcome);
        if (isTrial) state.isTrying = false;
        const seconds = (performance.now() - started) / 1000;
        signal('call', { port, outcome: outcome === 'bad' ? 'failed' : 'ok', seconds });
      };
      try {
        const answer = await put();
        end(verdict(answer));
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
function watched(slowMs: number, { good, bad }: { good: () => void; bad: () => void }) {
  let counted = false;
  const timer = setTimeout(() => {
    counted = true;
    bad();
  }, slowMs).unref();
  return (outcome: Verdict): void => {
    clearTimeout(timer);
    if (outcome === 'good') good();
    else if (outcome === 'bad' && !counted) bad();
  };
}
