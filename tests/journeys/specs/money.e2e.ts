import type { Locator, Page } from '@playwright/test';
import { withdrawals } from '#contract/withdrawals.ts';
import { demo, demoPerson, expect, type Person, signIn, test } from '../fixtures.ts';

const WITHDRAWALS = '/dashboard/withdrawal';
const SETTINGS = '/dashboard/settings';
const params = { currency: 'NGN' } as const;

const digits = (box: Locator) => box.getByLabel(/Digit \d of 4/);
const confirmButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Confirm' });
const count = async (person: Person) => (await person.call(withdrawals.list, { params })).page.total;

const balanceAnswer = {
  status: 'success',
  message: '',
  data: {
    available: 50_000,
    pending: 2000,
    owed: 0,
    currency: 'NGN',
    sending: 'open',
    ownAccountOpensAt: null,
    allowance: {
      level: 'established',
      payouts: { most: 200_000, left: 200_000 },
      newAccounts: { most: 200_000, left: 200_000 },
      newAccountsProven: { most: 200_000, left: 200_000 },
      raise: null,
    },
  },
};

/** Types a PIN where the focus is. */
async function typePin(page: Page, pin: string): Promise<void> {
  await page.keyboard.type(pin);
}

async function fillStaff(page: Page, amount: string): Promise<void> {
  await page.goto(`${WITHDRAWALS}?tab=staff`);
  await page.getByLabel('Staff name').fill('Chinedu Okeke');
  await page.getByLabel('Staff email').fill('chinedu@example.ng');
  await page.getByRole('combobox', { name: 'Bank' }).click();
  await page.getByRole('combobox', { name: 'Find a bank' }).fill('gtb');
  await page.keyboard.press('Enter');
  await page.getByLabel('Account number').fill('012 345 6789');
  await expect(page.getByText('Account name:')).toBeVisible();
  await page.getByLabel('Amount in naira').fill(amount);
  await expect(page.getByText('leaves your balance')).toBeVisible();
}

test.describe('withdrawing', () => {
  test('55 what is missing is said beside each field and once below; the tab stays in the address', async ({
    page,
    service,
  }) => {
    await signIn(page, service, await demoPerson(service));
    await page.goto(WITHDRAWALS);
    await page.getByRole('tab', { name: 'Disburse to Staff' }).click();
    await expect(page).toHaveURL(/tab=staff/);
    await expect(page.getByLabel('Staff name')).toBeVisible();
    await page.getByRole('button', { name: 'Disburse', exact: true }).click();
    await expect(page.getByText('Please fill in all required fields')).toBeVisible();
    await expect(page.getByLabel('Staff name')).toBeFocused();
    for (const words of ['Staff name is required', 'Email is required', 'Choose a bank', 'Enter an amount'])
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
    await page.getByLabel('Staff name').fill('Bisi');
    await expect(page.getByText('Staff name is required')).toBeHidden();
    await page.getByLabel('Account number').fill('012 345 6789');
    await expect(page.getByLabel('Account number')).toHaveValue('0123456789');
    await expect(page.getByText('10 of 10')).toBeVisible();
    await page.getByRole('link', { name: 'Back to dashboard' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('55 the PIN dialog repeats amount, bank and name; a wrong PIN keeps the form, the right one sends once', async ({
    page,
    service,
  }) => {
    const person = await demoPerson(service);
    await signIn(page, service, person);
    const before = await count(person);
    await fillStaff(page, '1500');
    await page.getByRole('button', { name: 'Disburse', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm disbursement' });
    await expect(dialog.getByRole('img', { name: '1,500.00 naira' })).toBeVisible();
    await expect(dialog.getByText('Guaranty Trust Bank (GTB)')).toBeVisible();
    await expect(dialog.getByText('0123456789')).toBeVisible();
    const boxes = digits(dialog);
    await expect(boxes).toHaveCount(4);
    await expect(boxes.first()).toBeFocused();
    for (const box of await boxes.all()) {
      await expect(box).toHaveAttribute('type', 'password');
      await expect(box).toHaveAttribute('inputmode', 'numeric');
      await expect(box).toHaveValue('');
    }
    await expect(confirmButton(page)).toBeDisabled();
    await typePin(page, '900');
    await expect(boxes.nth(3)).toBeFocused();
    await expect(confirmButton(page)).toBeDisabled();
    await typePin(page, '1');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Incorrect PIN. 4 tries left')).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'Forgot your PIN?' })).toBeVisible();
    await expect(boxes.first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('Staff name')).toHaveValue('Chinedu Okeke');
    await expect(page.getByLabel('Account number')).toHaveValue('0123456789');

    await page.getByRole('button', { name: 'Disburse', exact: true }).click();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('Account number')).toHaveValue('0123456789');
    await page.goForward();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Disburse', exact: true }).click();
    for (const box of await boxes.all()) await expect(box).toHaveValue('');
    await boxes.first().evaluate(
      (box, pin) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', pin);
        box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      ` ${demo.pin.slice(0, 2)} ${demo.pin.slice(2)}`,
    );
    await expect(boxes.nth(3)).toHaveValue(demo.pin.at(-1) ?? '');
    await page.route('**/withdrawal', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 429,
            json: { status: 'error', code: 'too_many_requests', message: 'You can send ₦1 a day' },
          })
        : route.fallback(),
    );
    await confirmButton(page).click();
    await expect(dialog.getByText('Nothing was sent. You can send ₦1 a day')).toBeVisible();
    await page.unroute('**/withdrawal');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/withdrawal')) sent.push(request.url());
    });
    await confirmButton(page).dblclick();
    await expect(
      page.getByText('Disbursement request submitted successfully', { exact: true }),
    ).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(await count(person)).toBe(before + 1);
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(stored).not.toContain('0123456789');
    expect(stored).not.toContain(demo.pin);
  });

  test('55 without a PIN the owner sets one and comes back to the confirmation', async ({ page, owner }) => {
    expect(owner.user.isBusinessRegistered).toBe(true);
    await page.route('**/withdrawal/balance', (route) => route.fulfill({ json: balanceAnswer }));
    await fillStaff(page, '1500');
    await expect(page.getByText('On its way out: withdrawals and refunds')).toBeVisible();
    await page.getByRole('button', { name: 'Disburse', exact: true }).click();
    await expect(
      page.getByText('Please set a transaction PIN to withdraw funds', { exact: true }),
    ).toBeVisible();
    const setting = page.getByRole('dialog', { name: 'Set your transaction PIN' });
    await expect(setting.getByText('Step 1 of 2')).toBeVisible();
    const pins = setting.getByRole('group', { name: 'New PIN' });
    await expect(digits(pins).first()).toBeFocused();
    await typePin(page, '1234');
    await expect(setting.getByText('Choose a PIN that is harder to guess')).toBeVisible();
    await expect(digits(pins).first()).toBeFocused();
    await typePin(page, '8305');
    await typePin(page, '8305');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Transaction PIN set successfully', { exact: true })).toBeVisible();
    const dialog = page.getByRole('dialog', { name: 'Confirm disbursement' });
    await expect(dialog.getByText('Chinedu Okeke')).toBeVisible();
    await expect(dialog.getByText('Step 2 of 2')).toBeVisible();
  });

  test('55 the first PIN is one sheet of steps: password, the PIN twice, and on with the withdrawal', async ({
    page,
    owner,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.route('**/withdrawal/balance', (route) => route.fulfill({ json: balanceAnswer }));
    // As long after the last log-in.
    await page.route('**/api/auth/step-up?*', (route) =>
      route.fulfill({
        json: { status: 'success', message: '', data: { ways: ['password'], until: null } },
      }),
    );
    await fillStaff(page, '1500');
    await page.getByRole('button', { name: 'Disburse', exact: true }).click();
    const sheets = page.getByRole('dialog');
    const proof = page.getByRole('dialog', { name: 'Enter your password' });
    await expect(proof.getByText('Step 1 of 3')).toBeVisible();
    await expect(sheets).toHaveCount(1);
    await expect(proof.getByLabel('Your password')).toBeFocused();
    await page.keyboard.type('not mine');
    await page.keyboard.press('Enter');
    await expect(proof.getByText('That is not your password')).toBeVisible();
    await proof.getByLabel('Your password').fill(owner.password);
    await page.keyboard.press('Enter');
    const setting = page.getByRole('dialog', { name: 'Set your transaction PIN' });
    await expect(setting.getByText('Step 2 of 3')).toBeVisible();
    await expect(sheets).toHaveCount(1);
    await expect(digits(setting.getByRole('group', { name: 'New PIN' })).first()).toBeFocused();
    await typePin(page, '8305');
    await typePin(page, '8305');
    await page.keyboard.press('Enter');
    const confirmation = page.getByRole('dialog', { name: 'Confirm disbursement' });
    await expect(confirmation.getByText('Step 3 of 3')).toBeVisible();
    await expect(sheets).toHaveCount(1);
    await expect(digits(confirmation).first()).toBeFocused();
  });

  test('55 offline it says so and sends nothing', async ({ page, service, context }) => {
    await signIn(page, service, await demoPerson(service));
    await fillStaff(page, '1500');
    await context.setOffline(true);
    await expect(page.getByRole('main').getByText('You are offline.').last()).toBeVisible();
    await page.getByLabel('Amount in naira').press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});

test.describe('settings', () => {
  test('56 each page has its own address, name and place among its neighbours', async ({ page, owner }) => {
    expect(owner.email).toContain('@');
    const pages = [
      ['', 'Business Profile'],
      ['/account', 'Account Settings'],
      ['/notifications', 'Notifications'],
      ['/security', 'Security'],
    ] as const;
    for (const [path, title] of pages) {
      await page.goto(`${SETTINGS}${path}`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page).toHaveTitle(new RegExp(`^${title} \\| `));
      const current = page
        .getByRole('navigation', { name: 'Settings sections' })
        .locator('[aria-current="page"]');
      await expect(current).toHaveCount(1);
      await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
    }
  });

  test('56 a changed form floats Undo and Save, and asks before it is left', async ({ page, owner }) => {
    expect(owner.email).toContain('@');
    await page.goto(SETTINGS);
    const name = page.getByLabel('Business name');
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await expect(name).toHaveValue('Danjuma Foods');
    await expect(bar).toBeHidden();
    await name.fill('Danjuma Foods & Sons');
    await bar.getByRole('button', { name: 'Undo' }).click();
    await expect(name).toHaveValue('Danjuma Foods');
    await expect(bar).toBeHidden();

    await name.fill('Danjuma Foods & Sons');
    await page.getByRole('navigation', { name: 'Settings sections' }).getByText('Security').click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(name).toHaveValue('Danjuma Foods & Sons');
    await bar.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Business profile saved', { exact: true })).toBeVisible();
    await expect(bar).toBeHidden();
    await page.reload();
    await expect(name).toHaveValue('Danjuma Foods & Sons');
    await name.fill('');
    await page.getByRole('navigation', { name: 'Settings sections' }).getByText('Security').click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/\/security$/);
  });

  test('56 theme, reduced data and single-key shortcuts are set here and kept', async ({ page, owner }) => {
    expect(owner.email).toContain('@');
    await page.goto(`${SETTINGS}/account`);
    await page.getByRole('radio', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveClass(/dark/);
    await page.getByRole('switch', { name: 'Use less data' }).click();
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await page.reload();
    await expect(page.locator('html')).toHaveClass(/dark/);
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await expect(page.getByRole('switch', { name: 'Use less data' })).toBeChecked();
    await expect(page.getByRole('switch', { name: 'Single-key shortcuts' })).not.toBeChecked();
  });

  test('56 a switch that could not be saved goes back and says so', async ({ page, owner }) => {
    expect(owner.email).toContain('@');
    await page.goto(`${SETTINGS}/notifications`);
    const paid = page.getByRole('switch', { name: 'Payment received: Email' });
    await expect(paid).toBeChecked();
    await page.route('**/notification-preferences', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 503, json: { status: 'error', code: 'unavailable', message: 'Later' } })
        : route.continue(),
    );
    await paid.click();
    await expect(
      page.getByText('Failed to save your choice. Please try again.', { exact: true }),
    ).toBeVisible();
    await expect(paid).toBeChecked();
    await page.unroute('**/notification-preferences');
    await paid.click();
    await expect(paid).not.toBeChecked();
    await page.reload();
    await expect(paid).not.toBeChecked();
  });
});
