import type { Page } from '@playwright/test';
import { customers } from '#contract/customers.ts';
import { identity } from '#contract/identity.ts';
import { invoices } from '#contract/invoices.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { demoPerson, expect, newPerson, type Person, signIn, test } from '../fixtures.ts';

test.use({ viewport: { width: 412, height: 823 } });

/** Calls and files of a page before anything is pressed, beside the stream of live events. */
const mostRequests = {
  '/dashboard': 12,
  '/dashboard/invoices': 13,
  '/dashboard/invoices/repeating': 10,
  '/dashboard/quotes': 12,
  '/dashboard/customers': 13,
  '/dashboard/customers/:id': 16,
  '/dashboard/payments': 14,
  '/dashboard/payments/statements': 12,
  '/dashboard/payments/certificates': 15,
  '/dashboard/reminders': 12,
  '/dashboard/counter': 15,
  '/dashboard/counter/poster': 14,
  '/dashboard/analytics': 14,
  '/dashboard/chat': 11,
  '/dashboard/withdrawal': 16,
  '/dashboard/settings': 15,
  '/dashboard/settings/account': 16,
  '/dashboard/settings/notifications': 11,
  '/dashboard/settings/reminders': 16,
  '/dashboard/settings/whatsapp': 12,
  '/dashboard/settings/security': 15,
  '/dashboard/settings/privacy': 12,
};
/** Looking at the poster opens the counter, which is no read. */
const BESIDE_BATCH = /^\/api\/(?:live|counter)$/;

async function sentTo(person: Person, clientName: string): Promise<void> {
  const params = { currency: 'NGN' } as const;
  const { data } = await person.call(invoices.create, {
    params,
    body: {
      clientName,
      clientEmail: 'mama.chidi@buyers.example',
      title: 'Rice',
      dueDate: addDays(dateIn(new Date()), 7),
      taxRate: 0,
      items: [{ description: 'Rice', quantity: 1_000_000, rate: minor(6_800_000) }],
    },
  });
  await person.call(invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
}

/** Names of the reads that are kept for the next visit. */
function keptNames(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const request = indexedDB.open('duewell-offline');
        request.onsuccess = () => {
          const db = request.result;
          const all = db.transaction('answers').objectStore('answers').getAll();
          all.onsuccess = () => {
            db.close();
            resolve(all.result.map(({ queryKey }) => String(queryKey[0])));
          };
        };
      }),
  );
}

const figure = (page: Page) => page.getByRole('region', { name: 'Summary' });

test('a page of the app asks for its figures once, in one call, while its scripts are on their way', async ({
  page,
  service,
}) => {
  test.slow();
  // A year of records: every part that a page may show is there.
  const person = await demoPerson(service);
  await signIn(page, service, person);
  const { data } = await person.call(customers.list, { params: { currency: 'NGN' }, query: { limit: 1 } });
  for (const [route, most] of Object.entries(mostRequests)) {
    const path = route.replace(':id', data.customers[0]?.id ?? '');
    const requests: string[] = [];
    const note = (request: { url: () => string }) => requests.push(new URL(request.url()).pathname);
    await page.goto('about:blank');
    page.on('request', note);
    await page.goto(path);
    await expect(page.locator('#app [data-frame]')).toHaveCount(0);
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await expect.poll(() => requests.includes('/api/live')).toBe(true);
    page.off('request', note);
    // A part's file is fetched, and then imported from the browser's own store.
    const first = [...new Set(requests)].filter((one) => !BESIDE_BATCH.test(one));
    const calls = requests.filter((one) => one.startsWith('/api/') && !BESIDE_BATCH.test(one));
    expect(calls, path).toEqual(['/api/batch']);
    expect(first.length, `${path}\n${first.join('\n')}`).toBeLessThanOrEqual(most);
  }
});

test('a change between the first reads and the live stream is shown, and read once', async ({
  page,
  owner,
}) => {
  await sentTo(owner, 'Mama Chidi Stores');
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.context().route('**/api/live', async (route) => {
    await isOpen;
    await route.continue();
  });
  await page.goto('/dashboard/invoices');
  const row = (name: string) => page.locator('main [data-row]').filter({ hasText: name });
  await expect(row('Mama Chidi Stores')).toBeVisible();
  await sentTo(owner, 'Baba Sule Farms');
  const reads: string[] = [];
  page.on('request', (request) => reads.push(new URL(request.url()).pathname));
  open();
  await expect(row('Baba Sule Farms')).toBeVisible();
  expect(reads.filter((path) => path.endsWith('/get-all-invoices'))).toHaveLength(1);
});

test('two fonts are fetched, in which ₦ and the dotted letters of Nigerian names are', async ({
  page,
  owner,
}) => {
  await sentTo(owner, 'Ọláyẹmí Ṣadé');
  await page.goto('/dashboard');
  await expect(figure(page)).toHaveAttribute('aria-busy', 'false');
  const { files, missing } = await page.evaluate(async () => {
    const letters = { 'Familjen Grotesk': '₦ẸẹỌọỊịỤụŃń', 'Reddit Sans': '₦ẸẹỌọỊịỤụŃńṢṣṄṅǍǎ' };
    const context = document.createElement('canvas').getContext('2d');
    const widthOf = (font: string, letter: string) => {
      if (context) context.font = `600 40px ${font}`;
      return context?.measureText(letter).width;
    };
    await document.fonts.ready;
    const lacking = Object.entries(letters).flatMap(([family, all]) =>
      // A letter of the fallback is as wide as that.
      [...all].filter(
        (letter) => widthOf(`"${family}", monospace`, letter) !== widthOf(`"${family}", serif`, letter),
      ),
    );
    const fetched = performance.getEntriesByType('resource').map(({ name }) => name);
    return { files: fetched.filter((name) => name.endsWith('.woff2')).length, missing: lacking };
  });
  expect(missing).toEqual([]);
  expect(files).toBe(2);
});

test('the frame in the document says nothing of anybody, and is the same for everybody', async ({
  page,
  owner,
}) => {
  const kept = await page.request.get('/dashboard');
  const signedIn = await page.request.get('/dashboard', {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  expect(await signedIn.text()).toBe(await kept.text());
  expect(await kept.text()).toContain('data-frame');
  const figures = await page.request.post('/api/batch', {
    headers: { Authorization: `Bearer ${owner.token}` },
    data: { reads: ['/api/auth/session'] },
  });
  expect(figures.headers()['cache-control']).toBe('no-store');
});

test('the second visit shows its last known figures without an answer, and a session that was ended leaves', async ({
  page,
  owner,
}) => {
  await sentTo(owner, 'Mama Chidi Stores');
  await page.goto('/dashboard/invoices');
  const row = page.locator('main [data-row]').filter({ hasText: 'Mama Chidi Stores' });
  await expect(row).toBeVisible();
  await expect.poll(() => keptNames(page)).toContain('invoices.list');
  await page.goto('/dashboard');
  await expect(figure(page)).toHaveAttribute('aria-busy', 'false');
  await expect.poll(() => keptNames(page)).toContain('analytics.paymentInfo');
  // Nobody answers from here on.
  await page.context().route('**/api/**', () => undefined);
  await page.reload();
  await expect(figure(page)).toHaveAttribute('aria-busy', 'false');
  await page.goto('/dashboard/invoices');
  await expect(row).toBeVisible();
  await page.goto('about:blank');
  await page.context().unrouteAll();
  await owner.call(identity.logout, {});
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(page).toHaveURL(/\/auth\/login/);
  await expect(page.getByText('Session expired').first()).toBeVisible();
});

/** The kept looks of pages, by their names. */
const keptViews = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('view:'))),
  );

/** Leaves a page for one whose scripts do not come. */
async function openWithoutScripts(page: Page, path: string): Promise<void> {
  await page.goto('/manifest.webmanifest');
  await page.context().route('**/assets/*.js', () => undefined);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.locator('[data-frame]')).toBeAttached();
}

test('before any script has come, the second visit shows how the page looked, and when', async ({
  page,
  owner,
}) => {
  await sentTo(owner, 'Mama Chidi Stores');
  const row = page.locator('main [data-row]').filter({ hasText: 'Mama Chidi Stores' });
  const note = page.getByText(/^Last updated: .*, \d\d:\d\d\. Updating/);
  await page.goto('/dashboard/invoices');
  await expect(row).toBeVisible();
  await page.getByRole('searchbox').fill('typed');
  await page.getByRole('searchbox').fill('');
  await expect(page).toHaveURL(/invoices$/);
  await expect.poll(() => keptViews(page)).toHaveProperty(['view:/dashboard/invoices']);
  await openWithoutScripts(page, '/dashboard/invoices');
  await expect(page.locator('[data-frame][inert]').filter({ has: row })).toBeVisible();
  await expect(note).toBeVisible();
  await sentTo(owner, 'Baba Sule Farms');
  await page.context().unrouteAll();
  await page.goto('/manifest.webmanifest');
  await page.goto('/dashboard/invoices');
  await expect(page.locator('main [data-row]').filter({ hasText: 'Baba Sule Farms' })).toBeVisible();
  await expect(page.locator('[data-frame]')).toHaveCount(0);
  await expect(note).toHaveCount(0);
});

test('how a page looked is of one person, currency and build, and goes with the session', async ({
  page,
  owner,
}) => {
  await sentTo(owner, 'Mama Chidi Stores');
  const row = page.locator('main [data-row]').filter({ hasText: 'Mama Chidi Stores' });
  const name = 'view:/dashboard/invoices';
  await page.goto('/dashboard/invoices');
  await expect(row).toBeVisible();
  await expect.poll(() => keptViews(page)).toHaveProperty([name]);
  await page.goto('/manifest.webmanifest');
  const view = (await keptViews(page))[name] ?? '';
  expect(view).toContain('Mama Chidi Stores');
  const change = (key: string, value: string) =>
    page.evaluate(([at, to]) => localStorage.setItem(at ?? '', to ?? ''), [key, value]);
  const userData = JSON.stringify(owner.user);
  const changes: [string, string, string][] = [
    ['currency', 'usd', 'ngn'],
    ['userData', JSON.stringify({ ...owner.user, id: 'usr_other' }), userData],
    ['userData', JSON.stringify({ ...owner.user, businessId: 'biz_other' }), userData],
    [name, view.replace(/-[^.]+\.js/, '-before.js'), ''],
  ];
  for (const [key, other, own] of changes) {
    await change(name, view);
    await change(key, other);
    await openWithoutScripts(page, '/dashboard/invoices');
    await expect(row).toHaveCount(0);
    expect(await keptViews(page)).toEqual({});
    await page.context().unrouteAll();
    await page.goto('/manifest.webmanifest');
    await change(key, own);
  }
  await page.goto('/dashboard/invoices');
  await expect.poll(() => keptViews(page)).toHaveProperty([name]);
  await page
    .getByRole('button', { name: 'Open sidebar' })
    .or(page.getByRole('button', { name: 'Toggle sidebar' }))
    .first()
    .click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  expect(await keptViews(page)).toEqual({});
});

test('two people in one browser: nobody sees what was asked for in the name of the other', async ({
  page,
  owner,
  service,
}) => {
  await sentTo(owner, 'Known to the first only');
  await page.goto('/dashboard/invoices');
  const theirs = page.getByText('Known to the first only').first();
  await expect(theirs).toBeVisible();
  const second = await newPerson(service, { businessName: 'Second Stores' });
  // Logs in in another tab while what was asked for in the name of the first is still on its way here.
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.context().route('**/api/batch', async (route) => {
    await isAnswered;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/batch');
  await page.reload({ waitUntil: 'commit' });
  await asked;
  const tab = await page.context().newPage();
  await tab.goto('/manifest.webmanifest');
  await tab.evaluate(
    ([token, user]) => {
      localStorage.setItem('token', token ?? '');
      localStorage.setItem('userData', user ?? '');
    },
    [second.token, JSON.stringify(second.user)],
  );
  await tab.close();
  answer();
  await expect(page.getByText('No Invoices created yet').first()).toBeVisible();
  await expect(theirs).toHaveCount(0);
  await page.goto('/dashboard');
  await expect(page.getByText('Second Stores').first()).toBeAttached();
  await page.goto('/dashboard/invoices');
  await expect(page.getByText('No Invoices created yet').first()).toBeVisible();
  await expect(theirs).toHaveCount(0);
  await page.goBack();
  await page.goForward();
  await expect(page.getByText('No Invoices created yet').first()).toBeVisible();
  await expect(theirs).toHaveCount(0);
  expect(JSON.stringify(await keptViews(page))).not.toContain('Known to the first');
});

type Fiber = {
  tag: number;
  flags: number;
  memoizedProps: Record<string, unknown> | null;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
};

/** Notes the properties of each function component as it is drawn, by the hook that React has for its developer tools. */
async function noteDrawings(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const drawn: Fiber['memoizedProps'][] = [];
    const DRAWN = 1;
    const FUNCTION = 0;
    const walk = (first: Fiber | null) => {
      for (let fiber = first; fiber; fiber = fiber.sibling) {
        if (fiber.tag === FUNCTION && fiber.flags & DRAWN) drawn.push(fiber.memoizedProps);
        // Beneath the same children nothing was drawn.
        if (fiber.child !== fiber.alternate?.child) walk(fiber.child);
      }
    };
    const onCommitFiberRoot = (_renderer: number, root: { current: Fiber }) => walk(root.current.child);
    const hook = { supportsFiber: true, checkDCE() {}, inject: () => 1, onCommitFiberUnmount() {} };
    Object.assign(globalThis, {
      drawn,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: { ...hook, onPostCommitFiberRoot() {}, onCommitFiberRoot },
    });
  });
}

/** How often what has this property was drawn since the last question. */
const drawings = (page: Page, name: string, value: string) =>
  page.evaluate(
    ([property, wanted]) => {
      const drawn: Fiber['memoizedProps'][] = Reflect.get(globalThis, 'drawn');
      return drawn.splice(0).filter((props) => props?.[property] === wanted).length;
    },
    [name, value] as const,
  );

test('a key draws the field it is typed in once, and the paper follows', async ({ page, owner }) => {
  await sentTo(owner, 'Mama Chidi Stores');
  await noteDrawings(page);
  await page.goto('/dashboard/invoices?create=1');
  const dialog = page.getByRole('dialog', { name: 'Create Invoice' });
  await dialog.getByRole('button', { name: 'First item' }).click();
  const field = dialog.getByLabel('Description');
  await expect(field).toBeFocused();
  await dialog.getByLabel('Rate', { exact: true }).fill('4500');
  await field.press('R');
  const paper = dialog.getByRole('list', { name: 'Lines of your invoice' });
  await expect(paper.getByText('R', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Draft saved')).toBeVisible();
  await drawings(page, 'name', 'entry.description');
  await field.press('i');
  await expect(paper.getByText('Ri', { exact: true })).toBeVisible();
  expect(await drawings(page, 'name', 'entry.description')).toBe(1);
});
