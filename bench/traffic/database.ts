import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;
const FROM_STATE = 2;
// Its own, and that of processes of it that have ended: a connection that was closed takes nothing away.
const [UTIME, STIME, ENDED_UTIME, ENDED_STIME] = [11, 12, 13, 14];

/** Seconds of processor all PostgreSQL processes of this machine have used so far; 0 where that cannot be seen. */
export function databaseCpuSeconds(): number {
  const stats = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [statOf(name)] : []));
  return stats.reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND;
}

function statOf(pid: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    if (!text.includes('(postgres)')) return 0;
    const fields = text.slice(text.lastIndexOf(')') + FROM_STATE).split(' ');
    const used = [UTIME, STIME, ENDED_UTIME, ENDED_STIME].map((at) => Number(fields[at]));
    return used.reduce((sum, ticks) => sum + ticks, 0);
  } catch {
    return 0;
  }
}
