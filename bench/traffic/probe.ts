// Preloaded into a service under load: tells over its parent's channel how the process itself fared.
import { readdirSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';

/** Process figures since the last reading, and what it holds now; bytes, milliseconds, and CPU seconds. */
export type Reading = {
  memoryHigh: number;
  loopDelayP99: number;
  loopDelayMax: number;
  cpuSeconds: number;
  holds: Holding;
};

/** Resources a process holds; heap in use, right after a collection where it may run one (--expose-gc). */
export type Holding = {
  rss: number;
  heapUsed: number;
  external: number;
  arrayBuffers: number;
  /** Resources that keep the event loop busy, by kind. */
  handles: Record<string, number>;
  /** Open files, threads and child processes; 0 where the system does not tell. */
  files: number;
  threads: number;
  children: number;
  childrenRss: number;
};

const EVERY_MS = 100;
const PAGE_BYTES = 4_096;
const NANOSECONDS = 1e6;
const MICROSECONDS = 1e6;

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
let memoryHigh = 0;
let cpu = process.cpuUsage();
setInterval(() => {
  memoryHigh = Math.max(memoryHigh, process.memoryUsage.rss());
}, EVERY_MS).unref();

process.on('message', async (question) => {
  if (question !== 'how are you') return;
  const used = process.cpuUsage(cpu);
  const fared = {
    memoryHigh,
    loopDelayP99: delay.percentile(99) / NANOSECONDS,
    loopDelayMax: delay.max / NANOSECONDS,
    cpuSeconds: (used.user + used.system) / MICROSECONDS,
  };
  await collect();
  const reading: Reading = { ...fared, holds: holding() };
  process.send?.(reading);
  delay.reset();
  memoryHigh = process.memoryUsage.rss();
  cpu = process.cpuUsage();
});

// The parent has exited without notice: nothing else would end this process.
process.once('disconnect', () => process.exit(1));

// Two collections: buffers of closed sockets are released by the first and freed by the second.
async function collect(): Promise<void> {
  if (!globalThis.gc) return;
  globalThis.gc();
  await turn();
  globalThis.gc();
}

function holding(): Holding {
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  const handles: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
  return {
    rss,
    heapUsed,
    external,
    arrayBuffers,
    handles,
    files: tryAll(() => readdirSync('/proc/self/fd')).length,
    threads: tryAll(() => readdirSync('/proc/self/task')).length,
    ...children(),
  };
}

function children(): Pick<Holding, 'children' | 'childrenRss'> {
  const list = tryAll(
    () => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').match(/\d+/g) ?? [],
  );
  const pages = list.flatMap((pid) => tryAll(() => [readFileSync(`/proc/${pid}/statm`, 'utf8')]));
  const rss = pages.map((fields) => Number(fields.split(' ')[1]) * PAGE_BYTES);
  return { children: list.length, childrenRss: rss.reduce((sum, bytes) => sum + bytes, 0) };
}

/** A list the system tells; empty where it does not. */
function tryAll(list: () => string[]): string[] {
  try {
    return list();
  } catch {
    return [];
  }
}
