import { Worker } from 'node:worker_threads';
import { refuseNetwork } from './no-network.ts';
import { type OnStep, OUT_OF_MEMORY, READY, type TaskReply, type TaskRequest } from './protocol.ts';

const CHECK_INTERVAL_MS = 20;

/** Serves tasks of the service, without network, and ends itself after growing by `growthBytes`. */
export function serveTasks(growthBytes: number): void {
  refuseNetwork();
  watchMemory(process.memoryUsage.rss() + growthBytes);
  process.on('message', (task: TaskRequest) => void runTask(task).then((reply) => process.send?.(reply)));
  process.on('disconnect', () => process.exit());
  process.send?.(READY);
}

async function runTask({ id, file, input }: TaskRequest): Promise<TaskReply> {
  try {
    const { run } = await import(file);
    const onStep: OnStep = (step, progress) =>
      void process.send?.({ id, step, progress } satisfies TaskReply);
    return { id, ok: true, output: await run(input, onStep) };
  } catch (error) {
    return {
      id,
      ok: false,
      problem: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
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
