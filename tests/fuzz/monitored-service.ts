import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, sharedSettings, startChild } from '../fault-injection/service-process.ts';

const POLL_MS = 25;

/** The service as it is really started, with an eye on its memory and on what it leaves on the disk. */
export type MonitoredService = Child & {
  pid: number;
  dataDir: string;
  /** Megabytes the service has had more than at the last asking, at most; null where the system does not tell. */
  grownBy(): number | null;
  /** Processor time it has used since the last asking, in milliseconds; null where the system does not tell. */
  processorMs(): number | null;
  /** The most megabytes the process that draws pictures has had altogether; null where none was seen. */
  drawerHad(): number | null;
  /** Files it has left in the temporary folder. */
  leftOvers(): string[];
};

export async function startMonitored(env: Record<string, string> = {}): Promise<MonitoredService> {
  const temporary = mkdtempSync(join(tmpdir(), 'duewell-fuzz-'));
  const settings = sharedSettings({
    RATE_UPLOADS_PER_HOUR: '1000000',
    RATE_PUBLIC_PDFS_PER_MINUTE: '1000000',
    RATE_ANSWERS_PER_HOUR: '1000000',
    RATE_UPLOADS_PER_BUSINESS: '1000000',
    RATE_ASSISTANT_PER_MINUTE: '1000000',
    TMPDIR: temporary,
    ...env,
  });
  const child = await startChild(settings);
  const pid = pidAt(child.port);
  let base = pid === null ? 0 : resident(String(pid), 'VmRSS');
  let processor = pid === null ? 0 : processorOf(String(pid));
  let most = 0;
  const looking = setInterval(() => {
    most = Math.max(most, ...(pid === null ? [] : renderersOf(pid)).map((one) => resident(one, 'VmRSS')));
  }, POLL_MS);
  return {
    ...child,
    pid: pid ?? 0,
    dataDir: settings.DATA_DIR ?? '',
    grownBy: () => {
      if (pid === null) return null;
      const grown = resident(String(pid), 'VmHWM') - base;
      base = resident(String(pid), 'VmRSS');
      // Tells Linux to note the highest from here on.
      writeFileSync(`/proc/${pid}/clear_refs`, '5');
      return Math.max(0, grown);
    },
    processorMs: () => {
      if (pid === null) return null;
      const all = processorOf(String(pid));
      const used = all - processor;
      processor = all;
      return used;
    },
    drawerHad: () => (most === 0 ? null : most),
    kill: (signal) => {
      clearInterval(looking);
      return child.kill(signal);
    },
    leftOvers: () => readdirSync(temporary),
  };
}

function pidAt(port: number): number | null {
  if (process.platform !== 'linux') return null;
  const wanted = `PORT=${port}\0`;
  const found = readdirSync('/proc').find(
    (name) => /^\d+$/.test(name) && environmentOf(name).includes(wanted),
  );
  return found ? Number(found) : null;
}

const environmentOf = (pid: string): string => `${read(`/proc/${pid}/environ`)}\0`;

const renderersOf = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => read(`/proc/${pid}/task/${task}/children`).trim().split(/\s+/))
    .filter((one) => one !== '' && read(`/proc/${one}/cmdline`).includes('picture-process'));

const resident = (pid: string, what: 'VmHWM' | 'VmRSS'): number =>
  Number(new RegExp(`${what}:\\s+(\\d+)`).exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

/** Processor time of a process and of its children that have ended, in milliseconds. */
const processorOf = (pid: string): number => {
  const ticks = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ').slice(11, 15) ?? [];
  return 10 * ticks.reduce((sum, one) => sum + Number(one), 0);
};

// Processes come and go.
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
