import { channel } from 'node:diagnostics_channel';

/** Telemetry events of the process; without a listener they cost next to nothing. */
type TelemetryEvents = {
  request: { method: string; route: string; status: number; seconds: number };
  /** An error response, with its code. */
  refusal: { route: string; code: string };
  job: { job: string; ok: boolean; seconds: number };
  /** A call to an external service. `circuit` when the circuit breaker answered in its place. */
  call: { port: string; outcome: 'ok' | 'failed' | 'circuit'; seconds: number };
  /** A task of a worker process; `seconds` with its wait. */
  task: { pool: string; outcome: string; seconds: number };
  circuit: { port: string; open: boolean };
  /** A ledger check: how many invariants are broken. */
  books: { broken: number };
  /** Something sealed could not be opened for want of its key; `why` names the key. */
  unreadable: { why: string };
};

const nameOf = (event: keyof TelemetryEvents) => `duewell:${event}`;
const channels = {
  request: channel(nameOf('request')),
  refusal: channel(nameOf('refusal')),
  job: channel(nameOf('job')),
  call: channel(nameOf('call')),
  task: channel(nameOf('task')),
  circuit: channel(nameOf('circuit')),
  books: channel(nameOf('books')),
  unreadable: channel(nameOf('unreadable')),
};

/** Emits an event to its listeners. */
export function emitEvent<K extends keyof TelemetryEvents>(name: K, payload: TelemetryEvents[K]): void {
  const to = channels[name];
  if (to.hasSubscribers) to.publish(payload);
}

/** Listens until the returned function is called. */
export function onEvent<K extends keyof TelemetryEvents>(
  name: K,
  handler: (payload: TelemetryEvents[K]) => void,
): () => void {
  const listener = (payload: unknown) => handler(payload as TelemetryEvents[K]);
  channels[name].subscribe(listener);
  return () => channels[name].unsubscribe(listener);
}
