import { type BrowserContext, chromium } from '@playwright/test';
import { findChromium } from '../scripts/browser.ts';
import { signedIn, SLOWED } from './interactions.ts';
import { median, ms, type Row, tableOf, verdictOf } from './measure.ts';

const ROUNDS = 5;
const AIM_MS = 100;
/** A longer task keeps a press waiting for so long that its owner notices. */
const NOTICED_MS = 50;
const SETTLED_MS = 6000;
const TASK = 'ThreadControllerImpl::RunTask';
const PAGES = [
  '',
  'invoices',
  'quotes',
  'customers',
  'payments',
  'analytics',
  'chat',
  'withdrawal',
  'settings',
];

type TraceEvent = { name: string; ph: string; pid: number; tid: number; tdur?: number };

/**
 * For how long a first visit keeps the main thread of a slow phone from hearing a press: what its tasks take of the processor, slowed,
 * above 50 ms each. Unlike Lighthouse's figure it counts no wait for a processor that the service has at that moment.
 */
export async function measureMainThread(url: string, session: Record<string, string>): Promise<string> {
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const rows: Row[] = [];
    for (const page of PAGES) {
      const found: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const context = await signedIn(browser, url, session);
        found.push(blockedBy(await tasksOf(context, `${url}/dashboard/${page}`)));
        await context.close();
      }
      rows.push({
        what: `main thread kept busy: ${page || 'home'}`,
        median: ms(median(found)),
        floor: ms(Math.min(...found)),
        ratio: '',
        aim: `≤ ${AIM_MS} ms`,
        verdict: verdictOf(median(found), AIM_MS),
      });
    }
    return tableOf(rows);
  } finally {
    await browser.close();
  }
}

/** Milliseconds of processor that each task of the page's main thread took. */
async function tasksOf(context: BrowserContext, address: string): Promise<number[]> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] },
  });
  await page.goto(address);
  await page.waitForTimeout(SETTLED_MS);
  const ended = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.end');
  await ended;
  const main = events.find(({ name }) => name === 'Layout');
  return events
    .filter(({ name, ph, pid, tid }) => name === TASK && ph === 'X' && pid === main?.pid && tid === main.tid)
    .map(({ tdur = 0 }) => tdur / 1000);
}

const blockedBy = (tasks: readonly number[]): number =>
  tasks.reduce((sum, took) => sum + Math.max(0, SLOWED * took - NOTICED_MS), 0);
