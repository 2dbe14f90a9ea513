import { channel } from 'node:diagnostics_channel';

/** Telemetry events of the process; without a listener they cost next to nothing. */
export type Signals = {
  request: { method: string; route: string; status: number; seconds: number };
  /** An error response, with its code. */
  refusal: { route: string; code: string };
  job: { job: string; ok: boolean; seconds: number };
  /** A call to an external service. `circuit` when the circuit breaker answered in its place. */
  call: { port: string; outcome: 'ok' | 'failed' | 'circuit'; seconds: number };
  circuit: { port: string; open: boolean };
  /** A ledger check: how many invariants are broken. */
  books: { broken: number };
  /** Something sealed could not be opened for want of its key; `why` names the key. */
  unreadable: { why: string };
};

const nameOf = (signal: keyof Signals) => `duewell:${signal}`;
const channels = {
  request: channel(nameOf('request')),
  refusal: channel(nameOf('refusal')),
  job: channel(nameOf('job')),
  call: channel(nameOf('call')),
  circuit: channel(nameOf('circuit')),
  books: channel(nameOf('books')),
  unreadable: channel(nameOf('unreadable')),
};

/** Emits an event to its listeners. */
export function signal<K extends keyof Signals>(name: K, what: Signals[K]): void {
  const to = channels[name];
  if (to.hasSubscribers) to.publish(what);
}

/** Listens until the returned function is called. */
export function onSignal<K extends keyof Signals>(name: K, heard: (what: Signals[K]) => void): () => void {
  const listener = (what: unknown) => heard(what as Signals[K]);
  channels[name].subscribe(listener);
  return () => channels[name].unsubscribe(listener);
}
