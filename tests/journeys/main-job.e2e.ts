import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { choose, fill, press, tabTo } from './keyboard.ts';

// The main job through the screens alone and without a mouse: an owner at a desk, the customer on a phone.
const owner = { first: 'Adaeze', email: 'adaeze@okafor.example', password: 'jollof-and-asun-7' };
const customer = { name: 'Mrs Ngọzi Bello', email: 'ngozi@bello.example' };
const PHONE = { width: 390, height: 844 };

test('from sign-up to money in, without a mouse', async ({ page, browser, baseURL }) => {
  test.setTimeout(180_000);
  const complaints = complaintsOf(page);
  await test.step('sign up', () => signUp(page));
  await test.step('confirm the address from the mailbox', () => confirmAddress(page));
  await test.step('register the business', () => onboard(page));
  await test.step('add a customer', () => addCustomer(page));
  await test.step('make an invoice with 7.5 % VAT', () => makeInvoice(page));
  const payLink = await test.step('send it', () => sendInvoice(page));
  await test.step('the customer pays on a phone while the owner watches', async () => {
    const phone = await browser.newContext({ baseURL, viewport: PHONE, hasTouch: true, isMobile: true });
    await payAsCustomer(await phone.newPage(), payLink);
    await expect(page.getByRole('dialog').getByText('Paid', { exact: true }).first()).toBeVisible();
    await phone.close();
  });
  await test.step('every screen tells the same figure', () => compareFigures(page));
  expect(complaints).toEqual([]);
});

/** Browser problems: errors on the console and responses of 500 and more. */
function complaintsOf(page: Page): string[] {
  const browserErrors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && browserErrors.push(message.text()));
  page.on('pageerror', (error) => browserErrors.push(error.message));
  page.on(
    'response',
    (response) => response.status() >= 500 && browserErrors.push(`${response.status()} ${response.url()}`),
  );
  return browserErrors;
}

async function signUp(page: Page): Promise<void> {
  await page.goto('/');
  await press(page, page.getByRole('link', { name: 'Get Started Free' }).first());
  await expect(page.getByRole('heading', { name: 'Create an Account' })).toBeVisible();
  await fill(page, page.getByLabel('First name'), owner.first);
  await fill(page, page.getByLabel('Surname'), 'Okafor');
  await fill(page, page.getByLabel('Email'), owner.email);
  await fill(page, page.getByLabel('Password', { exact: true }), owner.password);
  await press(page, page.getByRole('checkbox'), 'Space');
  await press(page, page.getByRole('button', { name: 'Create my free account' }));
  await page.waitForURL('**/onboarding');
}

async function confirmAddress(page: Page): Promise<void> {
  const mailbox = await page.context().newPage();
  await mailbox.goto(
    await linkFromMail(mailbox, owner.email, /Confirm your email address/, /\/auth\/verify\?token=[\w-]+/),
  );
  await expect(mailbox.getByText('Email Verified!')).toBeVisible();
  await mailbox.close();
}

/** Opens the newest message of that subject to somebody in the local mailbox, which others share, and gives the link in it. */
async function linkFromMail(mailbox: Page, to: string, subject: RegExp, path: RegExp): Promise<string> {
  const message = mailbox
    .getByRole('link', { name: subject })
    .filter({ hasText: `To ${to}` })
    .first();
  await expect(async () => {
    await mailbox.goto('/mailbox');
    await expect(message).toBeVisible({ timeout: 500 });
  }).toPass();
  await press(mailbox, message);
  await mailbox.waitForURL('**/mailbox/**');
  const link = path.exec(await mailbox.locator('body').innerText())?.[0];
  expect(link).toBeTruthy();
  return link ?? '';
}

async function onboard(page: Page): Promise<void> {
  const next = () => press(page, page.getByRole('button', { name: 'Continue', exact: true }));
  await next();
  await tabTo(page, page.getByRole('radio', { name: /Freelancer/ }));
  await page.keyboard.press('Space');
  await next();
  await fill(page, page.getByLabel('Business name'), 'Okafor Kitchen & Events');
  await choose(page, 'Industry', 'Retail');
  await fill(page, page.getByLabel('Business description'), 'Catering for every feast');
  await choose(page, 'Company size', '2-10');
  await next();
  await choose(page, 'State', 'Enugu');
  await choose(page, 'City', 'Nsukka');
  await fill(page, page.getByLabel('Street'), '14 Ogui Road');
  await fill(page, page.getByLabel('ZIP/Postal code'), '400001');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('combobox', { name: 'Bank name' }));
  await page.keyboard.type('gtb');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  // The list gives the focus back once it has closed.
  await expect(page.getByRole('combobox', { name: 'Bank name' })).toBeFocused();
  await fill(page, page.getByLabel('Account number'), '0108024071');
  await expect(page.getByText('Account name: OKAFOR KITCHEN AND EVENTS')).toBeVisible();
  await fill(page, page.getByLabel('BVN', { exact: true }), '22212345678');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('button', { name: 'Verify later' }));
  await press(page, page.getByRole('button', { name: 'Go to Dashboard' }));
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(owner.first);
}

async function addCustomer(page: Page): Promise<void> {
  await press(page, page.getByRole('link', { name: 'Customers' }).first());
  await press(page, page.getByRole('button', { name: 'Add Customer' }).first());
  const form = page.getByRole('dialog');
  await fill(page, form.getByLabel('Name'), customer.name);
  await fill(page, form.getByLabel('Email'), customer.email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Customer added successfully', { exact: true })).toBeVisible();
  await expect(page.getByText(customer.email)).toBeVisible();
}

// Two trays at ₦45,000 and 3 things at 10 kobo: ₦90,000.30, of which 7.5 % is ₦6,750.0225, rounded once to ₦6,750.02.
const TOTAL = '₦96,750.32';

async function makeInvoice(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog');
  await fill(page, dialog.getByLabel('Title'), 'Catering for naming ceremony');
  await fill(page, dialog.getByLabel('Description'), 'Food and service for fifty guests');
  await choose(page, 'Customer', 'Bello');
  await press(page, dialog.getByRole('button', { name: 'In 7 days' }));
  await expect(dialog.getByRole('textbox', { name: 'Payment terms' })).toHaveValue('Net 7');
  await press(page, dialog.getByRole('button', { name: 'Continue' }));
  // The step before has a description too.
  await expect(dialog.getByLabel('Quantity')).toBeVisible();
  await addItem(page, 'Jollof rice, large tray', '2', '45000');
  await addItem(page, 'Toothpicks', '3', '0.10');
  await fill(page, dialog.getByLabel('Tax rate'), '7.5');
  await expect(dialog.getByRole('region', { name: 'Totals' })).toContainText(TOTAL);
  await press(page, dialog.getByRole('button', { name: 'Continue' }));
  await expect(dialog.getByRole('region', { name: 'Totals' })).toContainText(TOTAL);
  await press(page, dialog.getByRole('button', { name: 'Create Invoice' }));
  await expect(page.getByText('Invoice created successfully', { exact: true })).toBeVisible();
}

async function addItem(page: Page, description: string, quantity: string, rate: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await fill(page, dialog.getByLabel('Description'), description);
  await fill(page, dialog.getByLabel('Quantity'), quantity);
  await fill(page, dialog.getByLabel('Rate', { exact: true }), rate);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('list', { name: 'Items' })).toContainText(description);
}

async function sendInvoice(page: Page): Promise<string> {
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Send to Client' }));
  await expect(page.getByText('Invoice sent successfully', { exact: true })).toBeVisible();
  const mailbox = await page.context().newPage();
  const link = await linkFromMail(mailbox, customer.email, /Invoice INV-0001 from/, /\/pay\/[\w-]+/);
  await mailbox.close();
  return link;
}

async function payAsCustomer(phone: Page, link: string): Promise<void> {
  const complaints = complaintsOf(phone);
  await phone.goto(link);
  await expect(phone.getByText('TEST MODE').first()).toBeVisible();
  await expect(phone.locator('main')).toContainText(TOTAL);
  expect(
    await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  await press(phone, phone.getByText('Verve, Mastercard or Visa').locator('xpath=ancestor-or-self::summary'));
  await press(phone, phone.getByRole('link', { name: /card/i }).first());
  await press(phone, phone.getByRole('link', { name: 'Use the card Success' }));
  await press(phone, phone.getByRole('button', { name: `Pay ${TOTAL}` }));
  await expect(phone.getByText('Payment received')).toBeVisible();
  await expect(phone.getByRole('link', { name: 'Download receipt' })).toBeVisible();
  expect(complaints).toEqual([]);
}

async function compareFigures(page: Page): Promise<void> {
  for (const [path, heading] of [
    // Whatever the hour greets with.
    ['/dashboard', owner.first],
    ['/dashboard/payments', 'Payments'],
    ['/dashboard/analytics', 'Analytics'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
    await expect(page.getByRole('img', { name: '96,750.32 naira' }).first(), path).toBeVisible();
  }
}
