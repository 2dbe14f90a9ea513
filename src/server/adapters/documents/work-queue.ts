import type { ChildProcess } from 'node:child_process';
import type { UnreadableReason } from '#server/kernel/ports/index.ts';
import { type Program, startChild } from './child.ts';
import { OUT_OF_MEMORY, READY, type Task, type TaskReply, type Work } from './ipc.ts';

export type Limits = {
  /** Time limit of one document, in milliseconds. */
  timeoutMs: number;
  /** How many may wait. */
  queue: number;
  /** After how many idle milliseconds the process ends. */
  idleMs: number;
  onProblem: (problem: string) => void;
};

export type WorkFailure = { ok: false; reason: UnreadableReason; retry: boolean };
type WorkResult = Extract<TaskReply, { ok: true }> | WorkFailure;
type Job = {
  task: Task;
  settle: (result: WorkResult) => void;
  retried: boolean;
  timer: NodeJS.Timeout | null;
};

/** Work that came to nothing. */
export const failed = (reason: UnreadableReason): WorkFailure => ({
  ok: false,
  reason,
  retry: reason === 'timeout' || reason === 'busy',
});

/** Queue of documents, processed one at a time by a worker process. */
export type WorkQueue = {
  run(work: Work, bytes: Uint8Array, mime: string, signal?: AbortSignal): Promise<WorkResult>;
  close(): Promise<void>;
};

type State = {
  program: Program;
  limits: Limits;
  waiting: Job[];
  running: Job | null;
  child: ChildProcess | null;
  /** Whether the process reported ready. */
  ready: boolean;
  idle: NodeJS.Timeout | null;
  closed: boolean;
};

let lastId = 0;

export function createWorkQueue(program: Program, limits: Limits): WorkQueue {
  const state: State = {
    program,
    limits,
    waiting: [],
    running: null,
    child: null,
    ready: false,
    idle: null,
    closed: false,
  };
  return {
    run: (work, bytes, mime, signal) => {
      if (signal?.aborted) return Promise.resolve(failed('timeout'));
      if (state.closed || state.waiting.length >= limits.queue) return Promise.resolve(failed('busy'));
      return enqueue(state, { id: ++lastId, bytes, mime, ...work }, signal);
    },
    close: () => close(state),
  };
}

function enqueue(state: State, task: Task, signal?: AbortSignal): Promise<WorkResult> {
  return new Promise((resolve) => {
    const aborted = () => cancel(state, job, 'timeout');
    const settle = (result: WorkResult) => {
      signal?.removeEventListener('abort', aborted);
      resolve(result);
    };
    const job: Job = { task, settle, retried: false, timer: null };
    signal?.addEventListener('abort', aborted);
    state.waiting.push(job);
    next(state);
  });
}

function next(state: State): void {
  if (state.idle) clearTimeout(state.idle);
  state.idle = null;
  if (state.running) return;
  const job = state.waiting.shift();
  if (job) {
    state.running = job;
    job.timer = setTimeout(() => cancel(state, job, 'timeout'), state.limits.timeoutMs);
    send(state, job);
  } else if (state.child) state.idle = setTimeout(() => endChild(state), state.limits.idleMs).unref();
}

function send(state: State, job: Job): void {
  state.child ??= startWorker(state);
  // A process that dies meanwhile reports by its exit.
  state.child.send(job.task, () => {});
}

function startWorker(state: State): ChildProcess {
  const child = startChild(state.program);
  state.ready = false;
  child.on('message', (message: TaskReply | typeof READY) => onMessage(state, child, message));
  child.on('exit', (_code, signal) => onExit(state, child, signal));
  child.on('error', () => onExit(state, child, null));
  return child;
}

function onMessage(state: State, from: ChildProcess, message: TaskReply | typeof READY): void {
  const job = state.running;
  if (message === READY) {
    state.ready ||= from === state.child;
    return;
  }
  if (from !== state.child || message.id !== job?.task.id) return;
  if (!message.ok && message.problem) state.limits.onProblem(message.problem);
  finish(state, job, message.ok ? message : failed(message.reason));
}

function onExit(state: State, child: ChildProcess, signal: NodeJS.Signals | null): void {
  if (child !== state.child) return;
  state.child = null;
  const job = state.running;
  if (!job) return;
  state.limits.onProblem(`The reader's process ended over a document (${signal ?? 'by itself'})`);
  // SIGABRT is how the JavaScript heap ends.
  if (signal === OUT_OF_MEMORY || signal === 'SIGABRT') finish(state, job, failed('too_large'));
  // A process that cannot even start says nothing about the document.
  else if (job.retried) finish(state, job, failed(state.ready ? 'damaged' : 'busy'));
  else {
    // The worker may have ended for a reason unrelated to the document.
    job.retried = true;
    send(state, job);
  }
}

function finish(state: State, job: Job, result: WorkResult): void {
  if (job.timer) clearTimeout(job.timer);
  state.waiting = state.waiting.filter((waiting) => waiting !== job);
  if (job === state.running) state.running = null;
  job.settle(result);
  next(state);
}

function cancel(state: State, job: Job, reason: UnreadableReason): void {
  if (job === state.running) endChild(state);
  finish(state, job, failed(reason));
}

function endChild(state: State): void {
  const { child } = state;
  state.child = null;
  child?.kill('SIGKILL');
}

async function close(state: State): Promise<void> {
  state.closed = true;
  for (const job of state.waiting.splice(0)) finish(state, job, failed('busy'));
  const { child, running } = state;
  child?.ref();
  if (running) cancel(state, running, 'busy');
  endChild(state);
  if (child && child.exitCode === null && child.signalCode === null)
    await new Promise((resolve) => child.once('exit', resolve));
}
