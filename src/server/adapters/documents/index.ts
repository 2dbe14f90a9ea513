import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { DocumentReader, UnreadableReason } from '#server/ports.ts';
import { startChild } from './child.ts';
import { documentKind } from './kinds.ts';
import { OUT_OF_MEMORY, type Task, type Told } from './wire.ts';

const MOST_BYTES = 15 * 1024 * 1024;

export type ReaderOptions = {
  /** How long one document may take, in milliseconds. */
  limitMs?: number;
  /** How many may wait. */
  queue?: number;
  /** After how many idle milliseconds the process ends. */
  idleMs?: number;
  onProblem?: (problem: string) => void;
};

type Failed = { ok: false; reason: UnreadableReason; retry: boolean };
type Done = Extract<Told, { ok: true }> | Failed;
type Job = { task: Task; settle: (done: Done) => void; again: boolean; timer: NodeJS.Timeout | null };

const failed = (reason: UnreadableReason): Failed => ({
  ok: false,
  reason,
  retry: reason === 'timeout' || reason === 'busy',
});

/**
 * Reads documents in a process of its own, one at a time: what a hostile file does to that process ends with it. It is
 * started when first needed and ends when nothing has been read for a while.
 */
export function createDocumentReader(options: ReaderOptions = {}): DocumentReader {
  const line = createLine({
    limitMs: options.limitMs ?? 60_000,
    queue: options.queue ?? 8,
    idleMs: options.idleMs ?? 180_000,
    onProblem: options.onProblem ?? (() => {}),
  });
  return {
    read: async ({ bytes }, signal) => {
      const refused = refusalOf(bytes);
      if (refused) return refused;
      const done = await line.run('read', bytes, documentKind(bytes) ?? '', signal);
      return done.ok ? { ok: true, ...(done.reading ?? { pages: [], pagesLeftOut: 0 }) } : done;
    },
    asJpeg: async (bytes, signal) => {
      const refused = refusalOf(bytes);
      if (refused) return refused;
      const done = await line.run('jpeg', bytes, 'image/heic', signal);
      if (!done.ok) return done;
      return done.jpeg ? { ok: true, bytes: done.jpeg } : failed('damaged');
    },
    close: line.close,
  };
}

function refusalOf(bytes: Uint8Array): Failed | null {
  if (bytes.byteLength === 0) return failed('empty');
  if (bytes.byteLength > MOST_BYTES) return failed('too_large');
  return documentKind(bytes) ? null : failed('not_a_document');
}

function createLine(limits: Required<ReaderOptions>) {
  const waiting: Job[] = [];
  let running: Job | null = null;
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | null = null;
  let [lastId, closed] = [0, false];

  const end = () => {
    const ended = child;
    child = null;
    ended?.kill('SIGKILL');
  };
  const finish = (job: Job, done: Done) => {
    if (job.timer) clearTimeout(job.timer);
    const at = waiting.indexOf(job);
    if (at >= 0) waiting.splice(at, 1);
    if (job === running) running = null;
    job.settle(done);
    next();
  };
  const giveUp = (job: Job, reason: UnreadableReason) => {
    if (job === running) end();
    finish(job, failed(reason));
  };
  const hear = (from: ChildProcess, told: Told) => {
    const job = running;
    if (from !== child || !job || told.id !== job.task.id) return;
    if (!told.ok && told.problem) limits.onProblem(told.problem);
    finish(job, told.ok ? told : failed(told.reason));
  };
  const died = (from: ChildProcess, signal: NodeJS.Signals | null) => {
    if (from !== child) return;
    child = null;
    const job = running;
    if (!job) return;
    limits.onProblem(`The reader's process ended while it read a document (${signal ?? 'by itself'})`);
    if (signal === OUT_OF_MEMORY || signal === 'SIGABRT') return finish(job, failed('too_large'));
    if (job.again) return finish(job, failed('damaged'));
    // It may have been ended for a reason that has nothing to do with the document.
    job.again = true;
    send(job);
  };
  const started = (): ChildProcess => {
    const fresh = startChild();
    fresh.on('message', (told: Told) => hear(fresh, told));
    fresh.on('exit', (_code, signal) => died(fresh, signal));
    fresh.on('error', () => died(fresh, null));
    return fresh;
  };
  const send = (job: Job) => {
    child ??= started();
    child.send(job.task, () => {});
  };
  const next = () => {
    if (idle) clearTimeout(idle);
    idle = null;
    const job = running ? null : waiting.shift();
    if (job) {
      running = job;
      job.timer = setTimeout(() => giveUp(job, 'timeout'), limits.limitMs);
      send(job);
    } else if (!running && child) {
      idle = setTimeout(end, limits.idleMs);
      idle.unref();
    }
  };
  const run = (does: Task['does'], bytes: Uint8Array, mime: string, signal?: AbortSignal): Promise<Done> => {
    if (closed || waiting.length >= limits.queue) return Promise.resolve(failed('busy'));
    if (signal?.aborted) return Promise.resolve(failed('timeout'));
    const threads = Math.min(2, availableParallelism());
    return new Promise((resolve) => {
      const task = { id: ++lastId, does, bytes, mime, threads };
      const aborted = () => giveUp(job, 'timeout');
      const settle = (done: Done) => {
        signal?.removeEventListener('abort', aborted);
        resolve(done);
      };
      const job: Job = { task, settle, again: false, timer: null };
      signal?.addEventListener('abort', aborted);
      waiting.push(job);
      next();
    });
  };
  const close = async () => {
    closed = true;
    for (const job of waiting.splice(0)) finish(job, failed('busy'));
    if (running) giveUp(running, 'busy');
    if (idle) clearTimeout(idle);
    const last = child;
    last?.ref();
    end();
    if (last && last.exitCode === null && last.signalCode === null)
      await new Promise((resolve) => last.once('exit', resolve));
  };
  return { run, close };
}
