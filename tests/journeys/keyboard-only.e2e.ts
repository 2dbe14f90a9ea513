import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { choose, fill, press, tabTo } from './keyboard.ts';

// From sign-up to the first payment, by keyboard alone: nothing is clicked.
const EMAIL = 'no.mouse@okafor.example';

test('from sign-up to the first payment without a mouse', async ({ page }) => {
  test.setTimeout(180_000);
  await test.step('sign up', () => signUp(page));
  await test.step('confirm the address', () => confirmAddress(page));
  await test.step('register the business', () => onboard(page));
  await test.step('make an invoice and send it', () => invoice(page));
  const payLink = await test.step('find the link in the mail', () =>
    linkOf(page, /^Invoice INV-0001/, /\/pay\/[\w-]+/));
  await test.step('pay', () => pay(page, payLink));
  await test.step('the money shows', async () => {
    await page.goto('/dashboard/payments');
    await expect(page.getByRole('img', { name: '37,000.00 naira' }).first()).toBeVisible();
  });
});

const onward = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true });

async function signUp(page: Page): Promise<void> {
  await page.goto('/');
  await press(page, page.getByRole('link', { name: 'Get Started Free' }).first());
  await expect(page.getByRole('heading', { name: 'Create an Account' })).toBeVisible();
  await fill(page, page.getByLabel('First name'), 'Adaeze');
  await fill(page, page.getByLabel('Surname'), 'Okafor');
  await fill(page, page.getByLabel('Email'), EMAIL);
  await fill(page, page.getByLabel('Password', { exact: true }), 'jollof-and-asun-7');
  await press(page, page.getByRole('checkbox'), 'Space');
  await press(page, page.getByRole('button', { name: 'Create my free account' }));
  await page.waitForURL('**/onboarding');
}

async function confirmAddress(page: Page): Promise<void> {
  const here = page.url();
  const link = await linkOf(page, /Confirm your e-mail address/, /\/auth\/verify\?token=[\w-]+/);
  await page.goto(link);
  await expect(page.getByText('Email Verified!')).toBeVisible();
  await page.goto(here);
}

async function linkOf(page: Page, subject: RegExp, path: RegExp): Promise<string> {
  const message = page.getByRole('link', { name: subject }).first();
  await expect(async () => {
    await page.goto('/mailbox');
    await expect(message).toBeVisible({ timeout: 500 });
  }).toPass();
  await message.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/mailbox/**');
  const link = path.exec(await page.locator('body').innerText())?.[0];
  expect(link).toBeTruthy();
  return link ?? '';
}

async function onboard(page: Page): Promise<void> {
  await press(page, onward(page));
  await tabTo(page, page.getByRole('radio', { name: /Freelancer/ }));
  await page.keyboard.press('Space');
  await press(page, onward(page));
  await fill(page, page.getByLabel('Business name'), 'Okafor Kitchen');
  await choose(page, 'Industry', 'Retail');
  await fill(page, page.getByLabel('Business description'), 'Catering for every feast');
  await choose(page, 'Company size', '2-10');
  await press(page, onward(page));
  await choose(page, 'State', 'Enugu');
  await choose(page, 'City', 'Nsukka');
  await fill(page, page.getByLabel('Street'), '14 Ogui Road');
  await fill(page, page.getByLabel('ZIP/Postal code'), '400001');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('combobox', { name: 'Bank name' }));
  await page.keyboard.type('gtb');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await fill(page, page.getByLabel('Account name'), 'Okafor Kitchen');
  await fill(page, page.getByLabel('Account number'), '0108024071');
  await fill(page, page.getByLabel('BVN', { exact: true }), '22212345678');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('button', { name: 'Verify later' }));
  await press(page, page.getByRole('button', { name: 'Go to Dashboard' }));
  await page.waitForURL('**/dashboard');
}

async function invoice(page: Page): Promise<void> {
  await page.goto('/dashboard/customers');
  await press(page, page.getByRole('button', { name: 'Add Customer' }).first());
  const form = page.getByRole('dialog');
  await fill(page, form.getByLabel('Name'), 'Choir of Port Harcourt');
  await fill(page, form.getByLabel('Email'), 'choir@ph.example');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Customer added successfully', { exact: true })).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog');
  await fill(page, dialog.getByLabel('Title'), 'Small chops for the choir');
  await fill(page, dialog.getByLabel('Description'), 'Two trays, delivered on Sunday');
  await choose(page, 'Customer', 'Port Harcourt');
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
  await press(page, dialog.getByRole('button', { name: 'Send to Client' }));
  await expect(page.getByText('Invoice sent successfully', { exact: true })).toBeVisible();
}

async function pay(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await press(page, page.getByText('Verve, Mastercard or Visa').locator('xpath=ancestor-or-self::summary'));
  await press(page, page.getByRole('link', { name: /card/i }).first());
  await press(page, page.getByRole('link', { name: 'Use the card Success' }));
  await press(page, page.getByRole('button', { name: 'Pay ₦37,000.00' }));
  await expect(page.getByText('Payment received')).toBeVisible();
}
