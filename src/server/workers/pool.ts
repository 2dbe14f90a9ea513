import type { ChildProcess } from 'node:child_process';
import { AppError } from '#core/errors.ts';
import { emitEvent } from '#server/observability/events.ts';
import { startChild } from './child.ts';
import {
  type OnStep,
  OUT_OF_MEMORY,
  type ProcessLimits,
  READY,
  type Task,
  type TaskReply,
} from './protocol.ts';
import { createTurns, type Turns } from './turns.ts';

export type PoolLimits = ProcessLimits & {
  /** Its name in the metrics. */
  name: string;
  processes: number;
  /** Time limit of a task until its next step, in milliseconds. */
  timeoutMs: number;
  /** How many tasks may wait, and how many of one subject while others want their place. */
  queue: number;
  share: number;
  /** After how many idle milliseconds a process ends. */
  idleMs: number;
  /** After how many tasks a process makes way for a new one; never if left out. */
  tasksEach?: number;
  onProblem: (problem: string) => void;
};

/** `too_large`: it outgrew its memory; `broken`: it threw, or ended the process twice. */
export type FailureReason = 'busy' | 'timeout' | 'too_large' | 'broken';
export type WorkResult<O> = { ok: true; output: O } | { ok: false; reason: FailureReason };

/** Whose turn a task takes: a business, or the address of a stranger. Aborting `signal` gives it up. */
export type Turn = { subject: string; signal?: AbortSignal | undefined; onStep?: OnStep | undefined };

/** Processes for work too dear for the thread that answers requests. */
export type WorkerPool = {
  run<I, O>(task: Task<I, O>, input: I, turn: Turn): Promise<WorkResult<O>>;
  /** Ends what runs and refuses what waits. */
  close(): Promise<void>;
};

type Job = {
  id: number;
  subject: string;
  file: string;
  input: unknown;
  onStep: OnStep | undefined;
  settle: (result: WorkResult<unknown>) => void;
  retried: boolean;
  timer: NodeJS.Timeout | null;
};
type Slot = {
  child: ChildProcess | null;
  running: Job | null;
  ready: boolean;
  /** How many tasks its process has ended. */
  tasks: number;
  idle: NodeJS.Timeout | null;
};
type State = { limits: PoolLimits; waiting: Turns<Job>; slots: Slot[]; closed: boolean };

/** The document a task made. Throws 503 when the pool is busy or the task took too long. */
export function requireOutput<O>(result: WorkResult<O>): O {
  if (result.ok) return result.output;
  if (result.reason === 'busy' || result.reason === 'timeout')
    throw new AppError('unavailable', 'Too many documents are being made. Try again in a minute');
  throw new Error(`The document could not be made: ${result.reason}`);
}

const failed = (reason: FailureReason) => ({ ok: false, reason }) as const;
let lastId = 0;

/** Starts its processes when they are first needed and ends them when idle for a while. */
export function createWorkerPool(limits: PoolLimits): WorkerPool {
  const places = { places: limits.queue, share: limits.share };
  const state: State = {
    limits,
    waiting: createTurns<Job>(places, (job) => finish(state, null, job, failed('busy'))),
    slots: Array.from({ length: limits.processes }, () => ({
      child: null,
      running: null,
      ready: false,
      tasks: 0,
      idle: null,
    })),
    closed: false,
  };
  return {
    run: <I, O>({ file }: Task<I, O>, input: I, { subject, signal, onStep }: Turn) =>
      enqueue(state, { id: ++lastId, subject, file, input, onStep }, signal) as Promise<WorkResult<O>>,
    close: () => close(state),
  };
}

function enqueue(
  state: State,
  task: Pick<Job, 'id' | 'subject' | 'file' | 'input' | 'onStep'>,
  signal: AbortSignal | undefined,
): Promise<WorkResult<unknown>> {
  if (signal?.aborted) return Promise.resolve(failed('timeout'));
  const began = performance.now();
  return new Promise((resolve) => {
    const job: Job = {
      ...task,
      settle: (result) => {
        signal?.removeEventListener('abort', aborted);
        const outcome = result.ok ? 'ok' : result.reason;
        emitEvent('task', { pool: state.limits.name, outcome, seconds: (performance.now() - began) / 1000 });
        resolve(result);
      },
      retried: false,
      timer: null,
    };
    const aborted = () => cancel(state, job, 'timeout');
    if (state.closed || !state.waiting.add(job)) return job.settle(failed('busy'));
    signal?.addEventListener('abort', aborted);
    for (const slot of state.slots) next(state, slot);
  });
}

function next(state: State, slot: Slot): void {
  if (slot.running) return;
  if (slot.idle) clearTimeout(slot.idle);
  slot.idle = null;
  const job = state.waiting.next((subject) => mayRun(state, subject));
  if (job) {
    slot.running = job;
    limitTime(state, job);
    send(state, slot, job);
  } else if (slot.child) slot.idle = setTimeout(() => endChild(slot), state.limits.idleMs).unref();
}

function limitTime(state: State, job: Job): void {
  if (job.timer) clearTimeout(job.timer);
  job.timer = setTimeout(() => cancel(state, job, 'timeout'), state.limits.timeoutMs);
}

// Of several processes one is left to the others.
function mayRun({ slots }: State, subject: string): boolean {
  const own = slots.filter(({ running }) => running?.subject === subject).length;
  return own < Math.max(1, slots.length - 1);
}

function send(state: State, slot: Slot, { id, file, input }: Job): void {
  slot.child ??= startWorker(state, slot);
  // A process that dies meanwhile reports by its exit.
  slot.child.send({ id, file, input }, () => {});
}

function startWorker(state: State, slot: Slot): ChildProcess {
  const child = startChild(state.limits);
  slot.ready = false;
  slot.tasks = 0;
  child.on('message', (message: TaskReply | typeof READY) => {
    if (child !== slot.child) return;
    if (message === READY) slot.ready = true;
    else onReply(state, slot, message);
  });
  child.on('exit', (_code, signal) => onExit(state, slot, child, signal));
  child.on('error', () => onExit(state, slot, child, null));
  return child;
}

function onReply(state: State, slot: Slot, reply: TaskReply): void {
  const job = slot.running;
  if (!job || reply.id !== job.id) return;
  if ('step' in reply) {
    limitTime(state, job);
    return job.onStep?.(reply.step, reply.progress);
  }
  if (!reply.ok) state.limits.onProblem(reply.problem);
  finish(state, slot, job, reply.ok ? { ok: true, output: reply.output } : failed('broken'));
}

function onExit(state: State, slot: Slot, child: ChildProcess, signal: NodeJS.Signals | null): void {
  if (child !== slot.child) return;
  slot.child = null;
  const job = slot.running;
  if (!job) return;
  state.limits.onProblem(`A worker process ended over a task (${signal ?? 'by itself'})`);
  // SIGABRT is how the JavaScript heap ends.
  if (signal === OUT_OF_MEMORY || signal === 'SIGABRT') finish(state, slot, job, failed('too_large'));
  // A process that cannot even start says nothing about the task.
  else if (job.retried) finish(state, slot, job, failed(slot.ready ? 'broken' : 'busy'));
  else {
    // It may have ended for a reason unrelated to the task.
    job.retried = true;
    send(state, slot, job);
  }
}

function finish(state: State, slot: Slot | null, job: Job, result: WorkResult<unknown>): void {
  if (job.timer) clearTimeout(job.timer);
  job.settle(result);
  if (!slot) return;
  slot.running = null;
  slot.tasks += 1;
  if (slot.tasks === state.limits.tasksEach) endChild(slot);
  for (const one of state.slots) next(state, one);
}

function cancel(state: State, job: Job, reason: FailureReason): void {
  const slot = state.slots.find(({ running }) => running === job) ?? null;
  if (slot) endChild(slot);
  state.waiting.remove(job);
  finish(state, slot, job, failed(reason));
}

function endChild(slot: Slot): void {
  const { child } = slot;
  slot.child = null;
  child?.kill('SIGKILL');
}

async function close(state: State): Promise<void> {
  state.closed = true;
  for (const job of state.waiting.clear()) finish(state, null, job, failed('busy'));
  await Promise.all(
    state.slots.map(async (slot) => {
      const { child, running } = slot;
      child?.ref();
      if (running) cancel(state, running, 'busy');
      endChild(slot);
      if (child && child.exitCode === null && child.signalCode === null)
        await new Promise((resolve) => child.once('exit', resolve));
    }),
  );
}
