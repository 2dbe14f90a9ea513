// npm run screenshots: the README's pictures, taken of the demonstration business in a real browser.
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import sharp from 'sharp';
import { createClient } from '#contract/client.ts';
import { identity } from '#contract/identity.ts';
import { invoices } from '#contract/invoices.ts';
import { startService } from '../tests/journeys/service.ts';
import { findChromium } from './browser.ts';

const OUT = join(import.meta.dirname, '../docs/pictures');
const MAX_BYTES = 400 * 1024;
const DEMO = { email: 'demo@duewell.example', password: 'duewell-demo' };
const ORDER = 'abeg invoice Mama Chidi 4 bag rice 68k each, she go pay Monday';

const executablePath = findChromium();
if (!executablePath) throw new Error('No Chromium was found; name one in CHROMIUM_PATH.');
mkdirSync(OUT, { recursive: true });
const service = await startService({}, '--demo');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const { token, user } = await createClient({ baseUrl: service.url })(identity.login, { body: DEMO });
  const call = createClient({ baseUrl: service.url, token: () => token });
  const desktop = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signIn(desktop, { token, userData: JSON.stringify(user), currency: 'ngn' });
  await picture(desktop, 'dashboard', '/dashboard');
  await picture(desktop, 'chat', '/dashboard/chat', async (page) => {
    await page.getByRole('textbox').last().fill(ORDER);
    await page.keyboard.press('Enter');
    await page
      .getByRole('button', { name: /create invoice/i })
      .last()
      .waitFor();
  });
  const { data } = await call(invoices.list, {
    params: { currency: 'NGN' },
    query: { status: 'sent', limit: '1' },
  });
  const params = { currency: 'NGN' as const, id: data[0]?.id ?? '' };
  const { checkoutUrl } = (await call(invoices.detail, { params })).data;
  if (!checkoutUrl) throw new Error('The demonstration has no unpaid invoice.');
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  await picture(phone, 'pay', new URL(checkoutUrl).pathname);
} finally {
  await browser.close();
  await service.stop();
}
const bytes = ['dashboard', 'chat', 'pay'].reduce(
  (sum, name) => sum + statSync(join(OUT, `${name}.webp`)).size,
  0,
);
console.log(`${Math.round(bytes / 1024)} of ${MAX_BYTES / 1024} KB`);
process.exitCode = bytes > MAX_BYTES ? 1 : 0;

async function signIn(context: BrowserContext, session: Record<string, string>): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${service.url}/manifest.webmanifest`);
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, session);
  await page.close();
}

type Page = Awaited<ReturnType<BrowserContext['newPage']>>;

async function picture(
  context: BrowserContext,
  name: string,
  path: string,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  const page = await context.newPage();
  await page.goto(service.url + path, { waitUntil: 'load' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('[aria-busy="true"], .animate-pulse').first().waitFor({ state: 'hidden' });
  await prepare(page);
  const png = await page.screenshot({ animations: 'disabled' });
  await sharp(png)
    .webp({ quality: 80 })
    .toFile(join(OUT, `${name}.webp`));
  await page.close();
}
