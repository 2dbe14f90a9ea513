/** A function for a worker process: the file that exports it as `run`, which may tell of its steps. Input and output are cloned. */
export type Task<I, O> = { file: string; types?: [I, O] };

/** Part of a task that is done, of so many. */
export type Progress = { done: number; of: number };

/** Told by a task that a step of it is done. */
export type OnStep = (step: string, progress?: Progress) => void;

/** A module with a task: it is given as a type (`typeof import('./print.ts')`), so that it is loaded in the worker only. */
type TaskModule = { run(input: never, onStep: OnStep): unknown };
type TaskOf<M extends TaskModule> = Task<Parameters<M['run']>[0], Awaited<ReturnType<M['run']>>>;

/** Names the task of a file (`new URL('./print.ts', import.meta.url)`). */
export const defineTask = <M extends TaskModule>(file: URL): TaskOf<M> => ({ file: file.href });

/** Limits a worker process is started with. */
export type ProcessLimits = {
  heapMegabytes: number;
  /** Bytes of memory it may grow by, whatever holds them, before it ends itself. */
  growthBytes: number;
  /** Added to its niceness: the thread that answers requests goes first. */
  niceness: number;
  /** Of Node, besides those of every worker. */
  nodeFlags?: readonly string[];
};

/** Messages between the service and a worker process, the only ones. */
export type TaskRequest = { id: number; file: string; input: unknown };
export type TaskReply =
  | { id: number; ok: true; output: unknown }
  /** It goes on. */
  | { id: number; step: string; progress?: Progress | undefined }
  /** `problem` is for the log: an unexpected error. */
  | { id: number; ok: false; problem: string };

/** Signal of a process that outgrew its memory. */
export const OUT_OF_MEMORY = 'SIGUSR2';

/** Message of the process once it can take tasks. */
export const READY = 'ready';
