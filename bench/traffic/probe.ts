// Preloaded into a service under load: tells over its parent's channel how the process itself fared.
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What a process was like since it was last asked; bytes, milliseconds, and the processor's seconds. */
export type Reading = { memoryHigh: number; loopDelayP99: number; loopDelayMax: number; cpuSeconds: number };

const EVERY_MS = 100;
const NANOSECONDS = 1e6;
const MICROSECONDS = 1e6;

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
let memoryHigh = 0;
let cpu = process.cpuUsage();
setInterval(() => {
  memoryHigh = Math.max(memoryHigh, process.memoryUsage.rss());
}, EVERY_MS).unref();

process.on('message', (question) => {
  if (question !== 'how are you') return;
  const used = process.cpuUsage(cpu);
  const reading: Reading = {
    memoryHigh,
    loopDelayP99: delay.percentile(99) / NANOSECONDS,
    loopDelayMax: delay.max / NANOSECONDS,
    cpuSeconds: (used.user + used.system) / MICROSECONDS,
  };
  process.send?.(reading);
  delay.reset();
  memoryHigh = process.memoryUsage.rss();
  cpu = process.cpuUsage();
});
