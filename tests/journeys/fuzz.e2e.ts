import type { Page } from '@playwright/test';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { majorToMinor } from '#core/money.ts';
import { SCRIPTS } from '../fuzz/strings.ts';
import { expect, test } from './fixtures.ts';

// Text of other people (names, notes, lines) opened in a real browser on every screen that shows it.
const params = { currency: 'NGN' } as const;
const SCREENS = [
  '',
  '/invoices',
  '/customers',
  '/payments',
  '/chat',
  '/analytics',
  '/reminders',
  '/settings',
];
const MORE = [
  '/counter',
  '/counter/poster',
  '/withdrawal',
  '/settings/account',
  '/settings/security',
  '/settings/privacy',
];
const atLength = process.env.TEST_LENGTH === 'long';

/** Everything a page does that it should not. */
async function watched(page: Page, home: string): Promise<string[]> {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const foreign = !request.url().startsWith(home) && !/^(data|blob|about):/.test(request.url());
    if (foreign) seen.push(`request ${request.url()}`);
  });
  await page.exposeFunction('tellViolation', (what: string) => void seen.push(`policy ${what}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      (window as unknown as { tellViolation(what: string): void }).tellViolation(
        `${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
      );
    });
  });
  return seen;
}

/** Its data and pictures are there, and what would run has run: nothing is left to do. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
}

test('what others write is shown as text on every screen', async ({ page, owner, baseURL }) => {
  test.setTimeout(atLength ? 1_800_000 : 180_000);
  const texts = SCRIPTS.map((text) => text.slice(0, 110));
  const [first = '', ...rest] = texts;
  const ids: string[] = [];
  for (let from = 0; from < texts.length; from += 8) {
    const some = texts.slice(from, from + 8);
    const { data } = await owner.call(api.invoices.create, {
      params,
      body: {
        clientName: some[0] ?? first,
        // A new business writes to five customers a day.
        clientEmail: `customer${from % 40}@duewell-journeys.example`,
        dueDate: addDays(dateIn(new Date()), 7),
        title: some[1] ?? first,
        notes: some[2] ?? first,
        paymentTerms: some[3] ?? first,
        taxRate: 0,
        items: some.map((description) => ({ description, quantity: 1_000_000, rate: majorToMinor(10) })),
      },
    });
    await owner.call(api.invoices.send, { params, body: { invoiceId: data.id } });
    ids.push(data.id);
  }
  for (const [at, name] of rest.entries())
    await owner.call(api.customers.create, {
      params,
      body: { name, email: `more${at}@duewell-journeys.example` },
    });
  await owner.call(api.assistant.conversation, { params, body: { prompt: texts.slice(0, 6).join('\n') } });

  const seen = await watched(page, baseURL);
  for (const screen of [...SCREENS, ...(atLength ? MORE : [])]) {
    await page.goto(`${baseURL}/dashboard${screen}`);
    await settled(page);
  }
  await page.goto(`${baseURL}/dashboard/customers`);
  await expect(page.getByText('<img src=x onerror=alert(4)>').first()).toBeVisible();
  for (const id of atLength ? ids : ids.slice(0, 2)) {
    await page.goto(`${baseURL}/dashboard/invoices/${id}`);
    await settled(page);
    const { data } = await owner.call(api.invoices.detail, { params: { ...params, id } });
    await page.goto(data.checkoutUrl ?? '');
    await expect(page.getByText('alert').first()).toBeVisible();
  }
  expect(seen).toEqual([]);
});
