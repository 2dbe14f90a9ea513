import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findChromium } from '../scripts/browser.ts';
import { phone, SLOWED } from './interactions.ts';
import { median, ms, type Row, tableOf, verdictOf } from './measure.ts';
import { slowNetwork } from './slow-network.ts';

const ROUNDS = 5;
const AIM_MS = 600;
const POLL_MS = 100;
const TRIES = 600;
/** A visit leaves something for the next a second after its last answer. */
const KEPT_AFTER_MS = 2500;

type Session = Record<string, string>;
type Visit = { what: string; at: string; figure: string };

const ROW = 'main [data-row], main tbody tr a';
const visits: readonly Visit[] = [
  { what: 'balance of home', at: '/dashboard', figure: 'main a[href="/dashboard/withdrawal"]' },
  { what: 'first invoice', at: '/dashboard/invoices', figure: ROW },
  { what: 'first customer', at: '/dashboard/customers', figure: ROW },
  { what: 'sum of payments', at: '/dashboard/payments', figure: 'main .num' },
];

/** From the address to the frame that shows the figure of the visit before, by a slow phone on a slow network. */
export async function measureSecondVisits(serviceUrl: string, session: Session): Promise<string> {
  const network = await slowNetwork(serviceUrl);
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const context = await browser.newContext(phone);
    await signIn(context, network.url, session);
    await context.addInitScript({ path: join(import.meta.dirname, 'note-figure.js') });
    const rows: Row[] = [];
    for (const visit of visits) rows.push(await rowOf(context, network.url, visit));
    return tableOf(rows);
  } finally {
    await browser.close();
    network.close();
  }
}

/** The worker, and with it the files of the app, come with a first visit. */
async function signIn(context: BrowserContext, url: string, session: Session): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/manifest.webmanifest`);
  await page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  }, session);
  await page.goto(`${url}/dashboard`);
  await until(page, `navigator.serviceWorker.controller?.state === 'activated'`);
  await page.close();
}

async function rowOf(context: BrowserContext, url: string, { what, at, figure }: Visit): Promise<Row> {
  await visit(context, url + at, figure, 1);
  const found: number[] = [];
  for (let round = 0; round < ROUNDS; round++) found.push(await visit(context, url + at, figure, SLOWED));
  const middle = median(found);
  return {
    what: `second visit: ${what}`,
    median: ms(middle),
    floor: ms(Math.min(...found)),
    ratio: '',
    aim: `≤ ${AIM_MS} ms`,
    verdict: verdictOf(middle, AIM_MS),
  };
}

/** A tab of its own, whose worker has to be started as after a night. */
async function visit(
  context: BrowserContext,
  address: string,
  figure: string,
  slowed: number,
): Promise<number> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowed });
  await page.addInitScript((wanted) => Reflect.set(globalThis, 'wanted', wanted), figure);
  await page.goto(address, { waitUntil: 'commit' });
  const painted = Number(await until(page, 'globalThis.painted'));
  await until(page, `!document.querySelector('[data-frame], main [aria-busy="true"]')`);
  await page.waitForTimeout(KEPT_AFTER_MS);
  await page.close();
  return painted;
}

/** Asks by a timer of its own: in a window nobody sees, a page that does not change has no frames. */
async function until(page: Page, expression: string): Promise<unknown> {
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await page.evaluate(expression);
    if (found) return found;
    await page.waitForTimeout(POLL_MS);
  }
  throw new Error(`${page.url()} never came to ${expression}`);
}
