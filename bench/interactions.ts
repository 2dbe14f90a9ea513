import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { findChromium } from '../scripts/browser.ts';
import { median, ms, type Row, tableOf, verdictOf } from './measure.ts';

const ROUNDS = 5;
const AIM_MS = 150;
/** How much slower than this machine's the processor is: as Lighthouse's phone. */
export const SLOWED = 4;
/** A fast hand. */
const KEY_EVERY_MS = 80;
const LIBRARY = join(import.meta.dirname, '../node_modules/web-vitals/dist/web-vitals.iife.js');
export const phone = {
  viewport: { width: 412, height: 823 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 1.75,
};

type Session = Record<string, string>;
type Interaction = { what: string; at: string; act: (page: Page) => Promise<void> };

const interactions: readonly Interaction[] = [
  {
    what: 'typing in the wizard',
    at: '/dashboard/invoices?create=1',
    act: async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Create Invoice' });
      await tap(page, dialog.getByRole('button', { name: 'First item' }));
      await tap(page, dialog.getByLabel('Description'));
      await page.keyboard.type('Jollof rice for a wedding in Aba', { delay: KEY_EVERY_MS });
    },
  },
  {
    what: 'filtering a list of 100 rows',
    at: '/dashboard/invoices?page=4',
    act: async (page) => {
      await tap(page, page.getByRole('searchbox').first());
      await page.keyboard.type('event', { delay: KEY_EVERY_MS });
    },
  },
  {
    what: 'opening an invoice',
    at: '/dashboard/invoices',
    act: async (page) => {
      const link = page.getByRole('link', { name: /^INV-/ });
      await tap(page, link.or(page.getByRole('button', { name: /^INV-/ })).first());
      await page.getByRole('dialog').waitFor();
    },
  },
];

/** The tap alone: a locator's own looks up what it hits within the page, and that time would count. */
async function tap(page: Page, target: Locator): Promise<void> {
  await target.tap({ trial: true });
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing to tap.');
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

/** Interaction to Next Paint of each, by the web-vitals library, on a phone with a slow processor. */
export async function measureInteractions(url: string, session: Session): Promise<string> {
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: ['--no-sandbox'],
  });
  try {
    const rows: Row[] = [];
    for (const interaction of interactions) rows.push(await rowOf(browser, url, session, interaction));
    return tableOf(rows);
  } finally {
    await browser.close();
  }
}

/** A phone of its own for each round: a draft that was left would change the next. */
export async function signedIn(browser: Browser, url: string, session: Session): Promise<BrowserContext> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.goto(`${url}/manifest.webmanifest`);
  await page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  }, session);
  await page.close();
  return context;
}

async function watchPresses(context: BrowserContext): Promise<void> {
  // In one script: what the library names is known within it alone.
  const content = `${readFileSync(LIBRARY, 'utf8')}
webVitals.onINP(({ value }) => { globalThis.inp = value; }, { reportAllChanges: true, durationThreshold: 16 });`;
  await context.addInitScript({ content });
}

async function rowOf(
  browser: Browser,
  url: string,
  session: Session,
  { what, at, act }: Interaction,
): Promise<Row> {
  const found: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const context = await signedIn(browser, url, session);
    await watchPresses(context);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    await page.goto(url + at);
    await page.getByRole('main').waitFor();
    await act(page);
    const inp = await page.waitForFunction(() => Reflect.get(globalThis, 'inp'));
    found.push(Number(await inp.jsonValue()));
    await context.close();
  }
  const middle = median(found);
  return {
    what: `INP: ${what}`,
    median: ms(middle),
    floor: '',
    ratio: '',
    aim: `≤ ${AIM_MS} ms`,
    verdict: verdictOf(middle, AIM_MS),
  };
}
