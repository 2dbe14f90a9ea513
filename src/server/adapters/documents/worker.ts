import { Worker } from 'node:worker_threads';
import { OUT_OF_MEMORY, READY, type Task, type TaskReply } from './ipc.ts';
import { refuseNetwork } from './no-network.ts';
import { Unreadable } from './unreadable.ts';

const CHECK_INTERVAL_MS = 20;

type TaskOutput = Pick<Extract<TaskReply, { ok: true }>, 'reading' | 'picture'>;

/** Serves tasks of the service, without network, and ends itself after growing by `mostBytes`. */
export function serveTasks(mostBytes: number, work: (task: Task) => Promise<TaskOutput>): void {
  refuseNetwork();
  watchMemory(process.memoryUsage.rss() + mostBytes);
  process.on('message', (task: Task) => void runTask(work, task).then((reply) => process.send?.(reply)));
  process.on('disconnect', () => process.exit());
  process.send?.(READY);
}

async function runTask(work: (task: Task) => Promise<TaskOutput>, task: Task): Promise<TaskReply> {
  const { id } = task;
  try {
    return { id, ok: true, ...(await work(task)) };
  } catch (error) {
    if (error instanceof Unreadable) return { id, ok: false, reason: error.reason };
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { id, ok: false, reason: 'damaged', problem };
  }
}

// In a thread of its own, since a busy main thread notices neither its memory nor the loss of the service.
function watchMemory(mostBytes: number): void {
  const watch = `setInterval(() => {
    if (process.memoryUsage.rss() > ${mostBytes}) process.kill(process.pid, '${OUT_OF_MEMORY}');
    if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL');
  }, ${CHECK_INTERVAL_MS});`;
  new Worker(watch, { eval: true, stdin: false }).unref();
}
