import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { type RunningService, startService } from './service.ts';

// A business with a year of work: by keyboard alone first, then every screen as axe and the narrowest phone see it.
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const NARROWEST = { width: 320, height: 640 };
const MOST_TABS = 40;
const owner = { email: 'demo@duewell.example', password: 'duewell-demo' };
const TITLE = 'Small chops for the choir';

test.describe.configure({ mode: 'serial' });
// A trace would take as long again as the looking.
test.use({ contextOptions: { reducedMotion: 'reduce' }, trace: 'off' });

let service: RunningService;
let payPage = '';
test.beforeAll(async () => {
  service = await startService({}, '--demo');
});
test.afterAll(async () => {
  await service.stop();
});

test('by keyboard alone, from log-in to a sent invoice', async ({ page }) => {
  await page.goto(`${service.url}/auth/login`);
  await fill(page, page.getByLabel('Email'), owner.email);
  await fill(page, page.getByLabel('Password', { exact: true }), owner.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await press(page, page.getByRole('link', { name: 'Create invoice' }).first());
  const dialog = page.getByRole('dialog');
  await fill(page, dialog.getByLabel('Title'), TITLE);
  await fill(page, dialog.getByLabel('Description'), 'Two trays, delivered on Sunday');
  await press(page, dialog.getByRole('combobox', { name: 'Customer' }));
  await page.keyboard.type('Port Harcourt');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'In 7 days' }));
  await press(page, dialog.getByRole('button', { name: 'Net 7' }));
  await press(page, dialog.getByRole('button', { name: 'Continue' }));
  await fill(page, dialog.getByLabel('Description'), 'Small chops, tray');
  await fill(page, dialog.getByLabel('Quantity'), '2');
  await fill(page, dialog.getByLabel('Rate', { exact: true }), '18500');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('list', { name: 'Items' })).toContainText('Small chops, tray');
  await press(page, dialog.getByRole('button', { name: 'Continue' }));
  await press(page, dialog.getByRole('button', { name: 'Create Invoice' }));
  await expect(dialog.getByText(TITLE)).toBeVisible();
  await press(page, dialog.getByRole('button', { name: 'Send to Client' }));
  await expect(page.getByText('Invoice sent successfully', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  payPage = await payPageFromMail(page);
});

for (const [look, options] of [
  ['at a desk by day', { viewport: DESK, colorScheme: 'light' }],
  ['on a phone by night', { viewport: PHONE, colorScheme: 'dark', hasTouch: true, isMobile: true }],
] as const) {
  test.describe(look, () => {
    test.use(options);

    test('what everybody sees', async ({ page }) => {
      const faults: string[] = [];
      for (const path of ['/', '/terms', '/nothing-here', '/auth/forgot-password', '/auth/verify?token=old'])
        faults.push(...(await faultsAt(page, path)));
      for (const path of ['/mailbox', '/sandbox', payPage]) faults.push(...(await faultsAt(page, path)));
      faults.push(...(await faultsAt(page, '/auth/login')));
      await page.getByRole('button', { name: 'Log in' }).click();
      faults.push(...(await faultsOf(page, 'log-in with errors')));
      expect(faults).toEqual([]);
    });

    test('a new account', async ({ page }) => {
      const faults = await faultsAt(page, '/auth/signup');
      await page.getByLabel('First name').fill('Halima');
      await page.getByLabel('Surname').fill('Danjuma');
      await page.getByLabel('Email').fill(`halima.${options.colorScheme}@danjuma.example`);
      await page.getByLabel('Password', { exact: true }).fill('masa-and-miya-3');
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Create my free account' }).click();
      await page.waitForURL('**/onboarding');
      faults.push(...(await faultsOf(page, 'onboarding, welcome')));
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('radio', { name: /Service Provider/ }).click();
      faults.push(...(await faultsOf(page, 'onboarding, kind')));
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByLabel('Business name')).toBeVisible();
      faults.push(...(await faultsOf(page, 'onboarding, details')));
      expect(faults).toEqual([]);
    });

    test('what an owner sees', async ({ page }) => {
      await logIn(page);
      const faults = await faultsOf(page, 'dashboard');
      // Short lists: a few rows show what thirty would, in a fraction of the time.
      for (const path of ['customers?search=port', 'payments?period=7', 'analytics', 'invoices?period=7'])
        faults.push(...(await faultsAt(page, `/dashboard/${path}`)));
      await page.getByRole('link', { name: /^INV-/ }).first().click();
      await expect(page.getByRole('dialog').getByText(TITLE)).toBeVisible();
      faults.push(...(await faultsOf(page, 'invoice open')));
      await page.keyboard.press('Escape');
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      faults.push(...(await faultsOf(page, 'actions of an invoice', ['region'])));
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Create Invoice' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
      faults.push(...(await faultsOf(page, 'wizard with errors')));
      expect(faults).toEqual([]);
    });
  });
}

/** Goes on with the Tab key until the field or button has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let tabs = 0; tabs < MOST_TABS && !(await hasFocus()); tabs += 1) await page.keyboard.press('Tab');
  await expect(target).toBeFocused({ timeout: 100 });
}

async function fill(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

async function payPageFromMail(page: Page): Promise<string> {
  const message = page.getByRole('link', { name: /^Invoice INV-|Invoice INV-\d+ from/ }).first();
  await expect(async () => {
    await page.goto(`${service.url}/mailbox`);
    await expect(message).toBeVisible({ timeout: 500 });
  }).toPass();
  await message.click();
  const path = /\/pay\/[\w-]+/.exec(await page.locator('body').innerText())?.[0];
  expect(path).toBeTruthy();
  return path ?? '';
}

async function logIn(page: Page): Promise<void> {
  await page.goto(`${service.url}/auth/login`);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/dashboard');
}

async function faultsAt(page: Page, path: string): Promise<string[]> {
  await page.goto(`${service.url}${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return faultsOf(page, path);
}

/** What is wrong with the screen as it stands, once all it waits for is there. A menu, unlike a dialog, is no region. */
async function faultsOf(page: Page, screen: string, except: string[] = []): Promise<string[]> {
  await expect(page.locator('.skeleton:visible')).toHaveCount(0);
  // There is no foreign frame to look into, and the other mode opens a tab for each look.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(RULES)
    .disableRules(except);
  const faults = (await axe.analyze()).violations.map(
    ({ id, nodes }) => `${screen}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  if (page.viewportSize()?.width === PHONE.width) faults.push(...(await sidewaysFaults(page, screen)));
  return faults;
}

async function sidewaysFaults(page: Page, screen: string): Promise<string[]> {
  await page.setViewportSize(NARROWEST);
  const width = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('html, [role=dialog], dialog[open]')].map((box) => box.scrollWidth),
    ),
  );
  await page.setViewportSize(PHONE);
  return width > NARROWEST.width ? [`${screen}: ${width} wide on a phone of ${NARROWEST.width}`] : [];
}
