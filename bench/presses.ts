import { join } from 'node:path';
import { chromium, type Locator, type Page } from '@playwright/test';
import { findChromium } from '../scripts/browser.ts';
import { median, ms, type Row, tableOf, verdictOf } from './measure.ts';

const ROUNDS = 7;
/** Without a change for so long a screen counts as settled. */
const QUIET_MS = 400;
const DIALOG_AIM_MS = 100;
const ROUTE_AIM_MS = 250;
const KEY_AIM_MS = 50;
/** A fast hand. */
const KEY_EVERY_MS = 80;
const ITEMS = 300;

type Press = { what: string; at: string; aim: number; press: (page: Page) => Promise<void> };
type Session = Record<string, string>;

const named = (name: string) => (page: Page) => page.getByRole('link', { name, exact: true }).first().click();

const presses: readonly Press[] = [
  {
    what: 'palette',
    at: '/dashboard',
    aim: DIALOG_AIM_MS,
    press: (page) => page.keyboard.press('Control+k'),
  },
  {
    what: 'row menu',
    at: '/dashboard/invoices',
    aim: DIALOG_AIM_MS,
    press: (page) =>
      page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click(),
  },
  {
    what: 'invoice',
    at: '/dashboard/invoices',
    aim: DIALOG_AIM_MS,
    press: (page) =>
      page
        .getByRole('row')
        .getByRole('link', { name: /^INV-/ })
        .or(page.getByRole('button', { name: /^INV-/ }))
        .first()
        .click(),
  },
  {
    what: 'wizard',
    at: '/dashboard/invoices',
    aim: DIALOG_AIM_MS,
    press: (page) => page.getByRole('main').getByRole('button', { name: 'Create Invoice' }).first().click(),
  },
  { what: 'to invoices', at: '/dashboard', aim: ROUTE_AIM_MS, press: named('Invoices') },
  { what: 'to customers', at: '/dashboard/invoices', aim: ROUTE_AIM_MS, press: named('Customers') },
  { what: 'to payments', at: '/dashboard/customers', aim: ROUTE_AIM_MS, press: named('Payments') },
  { what: 'to analytics', at: '/dashboard/payments', aim: ROUTE_AIM_MS, press: named('Analytics') },
  { what: 'to home', at: '/dashboard/analytics', aim: ROUTE_AIM_MS, press: named('Dashboard') },
];

/** Every press on the demonstration's screens until nothing changes any more, above the same in an empty page. */
export async function measurePresses(url: string, session: Session): Promise<string> {
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript({ path: join(import.meta.dirname, 'follow-changes.js') });
    const floor = await emptyPage(page);
    await signIn(page, url, session);
    const rows: Row[] = [];
    for (const press of presses) rows.push(await rowOfPress(page, url, press, floor));
    return tableOf([...rows, ...(await keysOfWizard(page, url))]);
  } finally {
    await browser.close();
  }
}

/** Milliseconds from the last press to the last frame that changed, once there was no change for a while. */
async function settled(page: Page): Promise<number> {
  await page.waitForFunction((quiet) => {
    const { changed, painted } = Reflect.get(globalThis, 'seen');
    return painted > 0 && painted >= changed && performance.now() - painted > quiet;
  }, QUIET_MS);
  return page.evaluate(() => {
    const { painted, pressed } = Reflect.get(globalThis, 'seen');
    return painted - pressed;
  });
}

const EMPTY = `data:text/html,<button onclick="document.querySelector('p').append('pressed ')">Press</button><p></p>`;

async function emptyPage(page: Page): Promise<number> {
  await page.goto(EMPTY);
  const found: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await page.getByRole('button').click();
    found.push(await settled(page));
  }
  return median(found);
}

async function signIn(page: Page, url: string, session: Session): Promise<void> {
  await page.goto(`${url}/manifest.webmanifest`);
  await page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  }, session);
}

// The first round fetches scripts and data; it is left out, as it is the network's.
async function rowOfPress(
  page: Page,
  url: string,
  { what, at, aim, press }: Press,
  floor: number,
): Promise<Row> {
  const found: number[] = [];
  await page.goto(url + at);
  for (let round = 0; round <= ROUNDS; round++) {
    if (round > 0) await backTo(page, url + at);
    await settled(page);
    await press(page);
    found.push(await settled(page));
  }
  const middle = median(found.slice(1));
  return rowOf(`press to settled: ${what}`, middle, floor, aim);
}

/** Back to where a press begins, inside the app where that goes. */
async function backTo(page: Page, address: string): Promise<void> {
  await page.keyboard.press('Escape');
  if (page.url() !== address) await page.goBack();
  if (page.url() !== address) await page.goto(address);
}

/**
 * The slowest key of an item's description, beside few items and beside many, from the key to the end of the frame it
 * is seen in, as the browser's Event Timing says. Typed without waiting for the paper, as people do.
 */
async function keysOfWizard(page: Page, url: string): Promise<Row[]> {
  await page.goto(`${url}/dashboard/invoices?create=1`);
  const dialog = page.getByRole('dialog', { name: 'Create Invoice' });
  await dialog.getByRole('button', { name: 'First item' }).click();
  const rows: Row[] = [];
  for (const count of [1, ITEMS]) {
    await addItems(dialog, count);
    await settled(page);
    await page.evaluate(() => Reflect.get(globalThis, 'seen').keys.splice(0));
    await page.keyboard.type('Jollof rice for a wedding in Aba', { delay: KEY_EVERY_MS });
    await settled(page);
    const slowest = await page.evaluate(() => Math.max(...Reflect.get(globalThis, 'seen').keys));
    await dialog.getByLabel('Description').fill('');
    rows.push(rowOf(`slowest key in the wizard, ${count} of ${ITEMS} items`, slowest, 0, KEY_AIM_MS));
  }
  return rows;
}

async function addItems(dialog: Locator, count: number): Promise<void> {
  const items = dialog.getByRole('list', { name: 'Items', exact: true }).getByRole('listitem');
  for (let at = await items.count(); at < count; at++) {
    await dialog.getByLabel('Description').fill(`Item ${at}`);
    await dialog.getByLabel('Rate', { exact: true }).fill('1500');
    await dialog.getByRole('button', { name: 'Add item' }).click();
  }
}

const rowOf = (what: string, middle: number, floor: number, aim: number): Row => ({
  what,
  median: ms(middle),
  floor: floor ? ms(floor) : '',
  ratio: '',
  aim: floor ? `≤ floor + ${aim} ms` : `≤ ${aim} ms`,
  verdict: verdictOf(middle - floor, aim),
});
