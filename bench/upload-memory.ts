import { readFileSync, writeFileSync } from 'node:fs';
import { minor } from '#core/money.ts';
import { newOwner, type Owner } from '../tests/harness.ts';
import { csvFile, layouts, type Movement, statementCells } from '../tests/bank-statements/layouts.ts';
import { addDays, dateIn, systemClock } from '#core/dates.ts';
import { median, type Row, rowWithin } from './measure.ts';
import { type FreshEnvironment, start } from './startup.ts';

const AIM_MB = 60;
const LINES = 4_900;
const BYTES = 4_950_000;

/** Memory of the service and its processes together while a statement of 5 MB is read, above idle. Linux alone says the peak. */
export async function measureUploadMemory(freshPlace: FreshEnvironment, uploads: number): Promise<Row[]> {
  if (process.platform !== 'linux') return [];
  const place = await freshPlace();
  const service = await start(['src/server/main.ts'], place);
  try {
    const owner = await newOwner({ url: service.url });
    // The process that reads has started, and both have grown to what they need for a small file.
    for (let upload = 0; upload < uploads; upload++) await preview(service.url, owner, statementOf(20, 0));
    const large = statementOf(LINES, Math.floor(BYTES / LINES));
    const above: number[] = [];
    for (let upload = 0; upload < uploads; upload++) {
      const idle = resetPeaks(service.pid);
      await preview(service.url, owner, large);
      above.push(peak(service.pid) - idle);
    }
    const what = `memory while a statement of ${(large.length / 1e6).toFixed(1)} MB is read, above idle`;
    return [rowWithin(what, median(above), AIM_MB, (value) => `${value.toFixed(0)} MB`)];
  } finally {
    await service.stop();
    await place.remove();
  }
}

/** A statement whose lines have `length` bytes and more. */
function statementOf(lines: number, length: number): string {
  const [layout] = layouts;
  if (!layout) throw new Error('no layouts');
  const today = dateIn(systemClock());
  const movements = Array.from(
    { length: lines },
    (_, at): Movement => ({
      day: addDays(today, -Math.floor((lines - at) / 40)),
      amount: minor(1_000_00 + at),
      narration: `NIP TRANSFER ${at} `.padEnd(Math.max(40, length - 60), 'FROM CUSTOMER FOR GOODS '),
    }),
  );
  return csvFile(statementCells(layout, movements));
}

async function preview(url: string, owner: Owner, content: string): Promise<void> {
  const form = new FormData();
  form.set('file', new File([content], 'statement.csv'));
  const response = await fetch(`${url}/api/ngn/bank-statements/preview`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  if (!response.ok) throw new Error(`the statement was refused: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

const family = (pid: number): number[] => [
  pid,
  ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .flatMap(family),
];

const statusMb = (pid: number, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) /
  1024;

/** Forgets the peaks so far; gives the memory in use, in MB. */
function resetPeaks(pid: number): number {
  const members = family(pid);
  for (const member of members) writeFileSync(`/proc/${member}/clear_refs`, '5');
  return members.reduce((sum, member) => sum + statusMb(member, 'VmRSS'), 0);
}

const peak = (pid: number): number => family(pid).reduce((sum, member) => sum + statusMb(member, 'VmHWM'), 0);
