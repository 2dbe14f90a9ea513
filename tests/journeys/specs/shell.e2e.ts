import type { Page } from '@playwright/test';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { expect, type Person, test } from '../fixtures.ts';
import { framesUntil } from '../frames.ts';

const PHONE = { width: 390, height: 844 };
const WEEK_S = 604_800;
const params = { currency: 'NGN' as const };

/** An invoice of ₦5,000 that has been sent, so that it can be reminded of. */
async function sentInvoice(owner: Person) {
  const { data } = await owner.call(invoices.create, {
    params,
    body: {
      clientName: 'Ngọzi Bello',
      clientEmail: 'ngozi@customers.example',
      title: 'Catering',
      dueDate: addDays(dateIn(new Date()), 7),
      taxRate: 0,
      items: [{ description: 'Jollof rice', quantity: 1_000_000, rate: minor(500_000) }],
    },
  });
  const body = { invoiceId: data.id, channels: ['whatsapp' as const] };
  return (await owner.call(invoices.send, { params, body })).data.invoice;
}

async function open(page: Page, path = '/dashboard') {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' });
const focusIs = (page: Page, selector: string) =>
  expect.poll(() => page.evaluate((css) => document.activeElement?.matches(css), selector)).toBe(true);

test('23 Ctrl+B and Cmd+B toggle the sidebar, and a cookie keeps it for seven days', async ({
  page,
  owner,
}) => {
  await open(page);
  await expect(sidebar(page)).toBeVisible();
  await page.keyboard.press('Control+b');
  await expect(sidebar(page)).toBeHidden();
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar_state');
  expect(cookie?.value).toBe('false');
  expect(Math.abs((cookie?.expires ?? 0) - (Date.now() / 1000 + WEEK_S))).toBeLessThan(60);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: owner.user.firstName })).toBeVisible();
  await expect(sidebar(page)).toBeHidden();
  await page.keyboard.press('Meta+b');
  await expect(sidebar(page)).toBeVisible();
});

test('23 on a phone the sidebar is a modal sheet that keeps the focus and closes on Esc', async ({
  page,
  owner,
}) => {
  await page.setViewportSize(PHONE);
  await open(page);
  await expect(page.getByRole('heading', { level: 1, name: owner.user.firstName })).toBeVisible();
  await expect(sidebar(page)).toBeHidden();
  const toggle = page.getByRole('button', { name: 'Toggle sidebar' });
  await toggle.click();
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await expect(sheet).toBeVisible();
  for (const name of ['Today’s messages', 'Shop screen', 'Shop poster'])
    await expect(sheet.getByRole('link', { name })).toBeVisible();
  for (let press = 0; press < 14; press++) {
    await page.keyboard.press('Tab');
    expect(await sheet.evaluate((node) => node.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(toggle).toBeFocused();
});

test('24 each page has its own title, noindex, one h1 that takes the focus, and marks its place', async ({
  page,
  owner,
}) => {
  await open(page);
  expect(owner.user.isBusinessRegistered).toBe(true);
  await page.getByRole('button', { name: 'Settings' }).click();
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links).toHaveCount(18);
  const titles = new Set<string>();
  // From the last to the first, so that each press leads to another page.
  for (let at = 16; at >= 0; at--) {
    const link = links.nth(at);
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(page.locator('nav[aria-label="Main"] [aria-current="page"]')).toHaveCount(1);
    await expect(page.locator('h1')).toHaveCount(1);
    await focusIs(page, 'h1');
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await expect(page).toHaveTitle(/^.+ \| Duewell$/);
    titles.add(await page.title());
  }
  expect(titles.size).toBe(17);
});

test('24 the first Tab reaches a link that skips to the content', async ({ page, owner }) => {
  await open(page);
  await expect(page.getByText(owner.user.email).first()).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await focusIs(page, 'main');
});

test('24 Back closes what a press opened, stays on the page, and Forward opens nothing', async ({
  page,
  owner,
}) => {
  const { customerId } = await sentInvoice(owner);
  const dialogs = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  for (const [path, press] of [
    [`/dashboard/customers/${customerId}`, 'Delete'],
    ['/dashboard/settings', 'Add account'],
    ['/dashboard/settings/account', 'Delete account'],
    ['/dashboard/settings/security', 'Set PIN'],
    ['/dashboard/withdrawal?tab=staff', 'Staff list'],
  ] as const) {
    await open(page, path);
    await page.getByRole('button', { name: press, exact: true }).click();
    await expect(dialogs).toHaveCount(1);
    await page.goBack();
    await expect(dialogs).toHaveCount(0);
    await expect(page).toHaveURL(path);
    await page.goForward();
    await expect(page).not.toHaveURL(path);
    await expect(dialogs).toHaveCount(0);
  }
});

test('25 Ctrl+K opens the palette within six frames, finds an invoice, opens it, and Esc restores the focus', async ({
  page,
  owner,
}) => {
  const invoice = await sentInvoice(owner);
  await open(page, '/dashboard/customers');
  const button = page.getByRole('button', { name: 'Toggle sidebar' });
  await button.focus();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(button).toBeFocused();
  const frames = await framesUntil(
    page,
    () =>
      dispatchEvent(
        new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }),
      ),
    () => document.querySelector('[role="dialog"] [role="combobox"]') !== null,
  );
  expect(frames).toBeLessThanOrEqual(6);
  await page.keyboard.press('Meta+k');
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  const first = palette(page).getByRole('option').first();
  await expect(first).toHaveText(/^Create invoice/);
  await page.keyboard.type(invoice.invoiceNumber);
  await expect(first).toContainText(invoice.invoiceNumber);
  // Found for what was typed before, it is shown and not yet picked.
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: `Invoice ${invoice.invoiceNumber}` })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('invoice')).toBe(invoice.id);
});

test('25 the palette acts, finds customers and changes the theme', async ({ page, owner }) => {
  const invoice = await sentInvoice(owner);
  await open(page);
  await sidebar(page).getByRole('button', { name: 'Search or jump to' }).click();
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('Ngọzi');
  await expect(palette(page).getByRole('option', { name: 'Ngọzi Bello' }).first()).toBeVisible();
  await palette(page).getByRole('combobox').fill('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('record pay');
  await page.keyboard.press('Enter');
  await expect(palette(page).getByRole('combobox', { name: 'Which invoice was paid?' })).toBeFocused();
  await palette(page).getByRole('option', { name: invoice.invoiceNumber }).click();
  await expect(palette(page)).toBeHidden();
  const record = page.getByRole('dialog', { name: 'Record a payment' });
  await record.getByRole('button', { name: 'Record payment' }).click();
  await expect(record).toBeHidden();
  const { data } = await owner.call(payments.list, { params, query: {} });
  expect(data.transactions).toMatchObject([{ paymentMethod: 'cash', amount: invoice.totalAmount }]);
  await page.keyboard.press('Control+k');
  await palette(page)
    .getByRole('combobox')
    .evaluate((box) => box.blur());
  await page.keyboard.type('add cus');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/customers/);
  await expect(
    page
      .getByRole('dialog', { name: /customer/i })
      .getByRole('textbox')
      .first(),
  ).toBeFocused();
});

const greetings = [
  ['05:00', 'Good Morning'],
  ['12:00', 'Good Afternoon'],
  ['17:00', 'Good Evening'],
  ['22:00', 'Nighty Night'],
  ['04:59', 'Nighty Night'],
] as const;

test('26 the greeting follows the clock, and without a name it ends in there', async ({ page, owner }) => {
  const day = dateIn(new Date());
  for (const [time, words] of greetings) {
    await page.clock.setFixedTime(new Date(`${day}T${time}:00+01:00`));
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${words}, ${owner.user.firstName}`);
  }
  await page.route('**/api/auth/session', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.user.firstName = '';
    await route.fulfill({ response: answer, json: body });
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nighty Night, there');
});

/** The calls for reminders that leave the page. */
function countReminders(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/invoice/send-reminder')) count += 1;
  });
  return () => count;
}

test('28 offline tells, lists stay with their time, a reminder waits and goes out once', async ({
  page,
  owner,
}) => {
  const invoice = await sentInvoice(owner);
  // Wide enough for the next step to stand in the row.
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/dashboard/invoices');
  const row = page.locator('main [data-row]').filter({ hasText: invoice.customerName });
  await expect(row).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText(/You are offline\. Last updated: Today, \d\d:\d\d\./)).toBeVisible();
  await expect(row).toBeVisible();
  const sent = countReminders(page);
  await row.getByRole('button', { name: 'Send Reminder' }).click();
  await expect(row.getByText('Waiting to send')).toBeVisible();
  const tried = sent();
  await page.context().setOffline(false);
  await expect(page.getByText(`The reminder for ${invoice.invoiceNumber} went out`).first()).toBeVisible();
  await expect(row.getByText('Waiting to send')).toBeHidden();
  await expect(page.getByText('You are offline.')).toBeHidden();
  expect(sent() - tried).toBe(1);
  expect(await page.evaluate(() => localStorage.getItem('outbox'))).toBeNull();
});

test('without a network the list stands while the wizard is awaited', async ({ page, owner }) => {
  const invoice = await sentInvoice(owner);
  await page.setViewportSize(PHONE);
  await open(page, '/dashboard/invoices');
  const row = page.locator('main [data-row]').filter({ hasText: invoice.customerName });
  await expect(row).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: 'Create invoice' }).click();
  await expect(page).toHaveURL(/create=1/);
  await expect(page.getByText(/You are offline\..*Changes need a connection/)).toBeVisible();
  await expect(row).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeVisible();
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('28 a reload without a network shows the lists as they were last read, and nothing secret is kept', async ({
    page,
    owner,
  }) => {
    const invoice = await sentInvoice(owner);
    await open(page, '/dashboard/invoices');
    const row = page.locator('main [data-row]').filter({ hasText: invoice.customerName });
    await expect(row).toBeVisible();
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await expect.poll(() => keptNames(page)).toContain('invoices.list');
    await page.context().setOffline(true);
    await page.reload();
    await expect(row).toBeVisible();
    await expect(page.getByText(/Last updated: Today, \d\d:\d\d/).first()).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await expect(page.getByRole('heading', { level: 1, name: owner.user.firstName })).toBeVisible();
    const to = (name: string) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    const apology = page.getByRole('heading', { level: 1, name: 'This page needs a connection' });
    await to('AI chat');
    await expect(apology).toBeVisible();
    await page.reload();
    await expect(apology).toBeVisible();
    await to('Invoices');
    await expect(row).toBeVisible();
    await page.getByRole('button', { name: 'Create invoice' }).first().click();
    await expect(page.getByText('This opens once you are connected.').first()).toBeVisible();
    const stored = await page.evaluate(async () => {
      const names = await caches.keys();
      const caches_ = await Promise.all(names.map((name) => caches.open(name)));
      return (await Promise.all(caches_.map((cache) => cache.keys())))
        .flat()
        .map(({ url }) => new URL(url).pathname);
    });
    expect(stored.filter((path) => path.startsWith('/api/'))).toEqual([]);
    await to('AI chat');
    await expect(apology).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByRole('textbox', { name: 'Message to the assistant' })).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/auth\/login/);
    expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual(
      [],
    );
  });
});

function keptNames(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const request = indexedDB.open('duewell-offline');
        request.onsuccess = () => {
          const db = request.result;
          db.onversionchange = () => db.close();
          if (!db.objectStoreNames.contains('answers')) return resolve([]);
          const all = db.transaction('answers').objectStore('answers').getAll();
          all.onsuccess = () => {
            db.close();
            resolve(all.result.map(({ queryKey }) => String(queryKey[0])));
          };
        };
      }),
  );
}

test('keys: pairs lead to pages, J and X walk and select rows, ? lists them and turns them off', async ({
  page,
  owner,
}) => {
  const invoice = await sentInvoice(owner);
  await open(page);
  // A pair whose second key comes late is none: on a busy machine it is pressed again, as a person would.
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await expect(page).toHaveURL(/\/invoices$/, { timeout: 5_000 });
  }).toPass();
  await expect(page.locator('main [data-row]')).toHaveCount(1);
  await page.keyboard.press('/');
  await page.keyboard.type('gi');
  await expect(page.getByRole('searchbox')).toHaveValue('gi');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await page.getByRole('heading', { level: 1 }).focus();
  await expect(page.locator('main [data-row]')).toHaveCount(1);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('1 selected')).toBeHidden();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const opened = page.getByRole('dialog', { name: `Invoice ${invoice.invoiceNumber}` });
  await expect(opened).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opened).toBeHidden();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByRole('checkbox').click();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.keyboard.press('c');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('keys: Ctrl+Z takes back what the message offers to undo', async ({ page, owner }) => {
  const invoice = await sentInvoice(owner);
  await open(page, '/dashboard/invoices');
  const row = page.locator('main [data-row]').filter({ hasText: invoice.customerName });
  await row.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('Invoice deleted successfully').first()).toBeVisible();
  await expect(row).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(row).toBeVisible();
});

for (const [how, on] of [
  ['the switch', () => localStorage.setItem('less-data', 'on')],
  [
    'the hint of the browser',
    () => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  ],
] as const)
  test(`less data: with ${how} no web font is fetched`, async ({ page, owner }) => {
    const fonts = () =>
      page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2')).length,
      );
    await page.addInitScript(on);
    await open(page);
    await expect(page.getByText(owner.user.email).first()).toBeVisible();
    expect(await fonts()).toBe(0);
    await page.evaluate(() => localStorage.setItem('less-data', 'off'));
    if (how !== 'the switch') await page.reload();
    else await page.evaluate(() => document.documentElement.classList.remove('less-data'));
    await expect.poll(fonts).toBeGreaterThan(0);
  });
