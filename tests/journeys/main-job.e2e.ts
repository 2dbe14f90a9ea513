import { expect, type Page, test } from '@playwright/test';
import { type RunningService, startService } from './service.ts';

// The main job, as its people do it: an owner at a desk, the customer on a phone.
const owner = {
  first: 'Adaeze',
  surname: 'Okafor',
  email: 'adaeze@okafor.example',
  password: 'jollof-and-asun-7',
};
const customer = { name: 'Mrs Ngọzi Bello', email: 'ngozi@bello.example' };
const PHONE = { width: 390, height: 844 };

let service: RunningService;
test.beforeAll(async () => {
  service = await startService();
});
test.afterAll(async () => {
  await service.stop();
});

test('from sign-up to money in', async ({ page, browser }) => {
  test.setTimeout(150_000);
  const complaints = complaintsOf(page);
  await test.step('sign up', () => signUp(page));
  await test.step('confirm the address from the mailbox', () => confirmAddress(page));
  await test.step('register the business', () => onboard(page));
  await test.step('add a customer', () => addCustomer(page));
  await test.step('make an invoice with 7.5 % VAT', () => makeInvoice(page));
  const payLink = await test.step('send it', () => sendInvoice(page));
  await test.step('the customer pays on a phone while the owner watches', async () => {
    const phone = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });
    await payAsCustomer(await phone.newPage(), payLink);
    await expect(page.getByRole('dialog').getByText('Paid', { exact: true }).first()).toBeVisible({
      timeout: 15_000,
    });
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
  await page.goto(service.url);
  await page.getByRole('link', { name: 'Get Started Free' }).first().click();
  await expect(page.getByRole('heading', { name: 'Create an Account' })).toBeVisible();
  await page.getByLabel('First name').fill(owner.first);
  await page.getByLabel('Surname').fill(owner.surname);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create my free account' }).click();
  await page.waitForURL('**/onboarding');
}

async function confirmAddress(page: Page): Promise<void> {
  const mailbox = await page.context().newPage();
  await mailbox.goto(
    await linkFromMail(mailbox, /Confirm your e-mail address/, /\/auth\/verify\?token=[\w-]+/),
  );
  await expect(mailbox.getByText('Email Verified!')).toBeVisible();
  await mailbox.close();
}

/** Opens the newest message of that subject in the local mailbox and gives the link in it. */
async function linkFromMail(mailbox: Page, subject: RegExp, path: RegExp): Promise<string> {
  const message = mailbox.getByRole('link', { name: subject }).first();
  await expect(async () => {
    await mailbox.goto(`${service.url}/mailbox`);
    await expect(message).toBeVisible({ timeout: 500 });
  }).toPass();
  await message.click();
  const link = path.exec(await mailbox.locator('body').innerText())?.[0];
  expect(link).toBeTruthy();
  return `${service.url}${link}`;
}

async function onboard(page: Page): Promise<void> {
  const next = () => page.getByRole('button', { name: 'Continue' }).click();
  await next();
  await page.getByRole('radio', { name: /Service Provider/ }).click();
  await next();
  await page.getByLabel('Business name').fill('Okafor Kitchen & Events');
  await choose(page, 'Industry', 'Retail');
  await page.getByLabel('Business description').fill('Catering for every feast');
  await choose(page, 'Company size', '2-10 employees');
  await next();
  await page.getByLabel('Email address').fill(owner.email);
  await choose(page, 'Country', 'Nigeria');
  await choose(page, 'State', 'Enugu');
  await choose(page, 'City', 'Nsukka');
  await page.getByLabel('Street').fill('14 Ogui Road');
  await page.getByLabel('ZIP/Postal code').fill('400001');
  await next();
  await choose(page, 'Bank name', 'Guaranty Trust Bank (GTB)', 'gtb');
  await page.getByLabel('Account name').fill('Okafor Kitchen');
  await page.getByLabel('Account number').fill('010 802 4071');
  await page.getByLabel('BVN', { exact: true }).fill('22212345678');
  await next();
  await page.getByRole('button', { name: 'Verify later' }).click();
  await page.getByRole('button', { name: 'Go to Dashboard' }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(owner.first);
}

async function choose(page: Page, label: string, option: string | RegExp, typed?: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  if (typed) await page.keyboard.type(typed);
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click();
}

async function addCustomer(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Customers' }).first().click();
  await page.getByRole('button', { name: 'Add Customer' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(customer.name);
  await dialog.getByLabel('Email').fill(customer.email);
  await dialog.getByRole('button', { name: 'Add Customer' }).click();
  await expect(page.getByText('Customer added successfully', { exact: true })).toBeVisible();
  await expect(page.getByText(customer.email)).toBeVisible();
}

// Two trays at ₦45,000 and 3 things at 10 kobo: ₦90,000.30, of which 7.5 % is ₦6,750.0225, rounded once to ₦6,750.02.
const TOTAL = '₦96,750.32';

async function makeInvoice(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Create invoice' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Catering for naming ceremony');
  await dialog.getByLabel('Description').fill('Food and service for fifty guests');
  await choose(page, 'Customer', new RegExp(customer.name));
  await dialog.getByRole('button', { name: 'In 7 days' }).click();
  await dialog.getByRole('button', { name: 'Net 7' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await addItem(page, 'Jollof rice, large tray', '2', '45000');
  await addItem(page, 'Toothpicks', '3', '0.10');
  await dialog.getByLabel('Tax rate').fill('7.5');
  await expect(dialog.getByRole('region', { name: 'Totals' })).toContainText(TOTAL);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('region', { name: 'Totals' })).toContainText(TOTAL);
  await dialog.getByRole('button', { name: 'Create Invoice' }).click();
  await expect(page.getByText('Invoice created successfully', { exact: true })).toBeVisible();
}

async function addItem(page: Page, description: string, quantity: string, rate: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Description').fill(description);
  await dialog.getByLabel('Quantity').fill(quantity);
  await dialog.getByLabel('Rate', { exact: true }).fill(rate);
  await dialog.getByRole('button', { name: 'Add item' }).click();
  await expect(dialog.getByRole('list', { name: 'Items' })).toContainText(description);
}

async function sendInvoice(page: Page): Promise<string> {
  await page.getByRole('dialog').getByRole('button', { name: 'Send to Client' }).click();
  await expect(page.getByText('Invoice sent successfully', { exact: true })).toBeVisible();
  const mailbox = await page.context().newPage();
  const link = await linkFromMail(mailbox, /Invoice INV-0001 from/, /\/pay\/[\w-]+/);
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
  await phone.getByText('Verve, Mastercard or Visa').click();
  await phone.getByRole('link', { name: /card/i }).first().click();
  await phone.getByRole('link', { name: 'Use the card Success' }).click();
  await phone.getByRole('button', { name: `Pay ${TOTAL}` }).click();
  await expect(phone.getByText('Payment received')).toBeVisible();
  await expect(phone.getByRole('link', { name: 'Download receipt' })).toBeVisible();
  expect(complaints).toEqual([]);
}

async function compareFigures(page: Page): Promise<void> {
  for (const [path, heading] of [
    // Whatever the hour greets with.
    ['/dashboard', 'Adaeze'],
    ['/dashboard/payments', 'Payments'],
    ['/dashboard/analytics', 'Analytics'],
  ] as const) {
    await page.goto(`${service.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
    await expect(page.getByRole('img', { name: '96,750.32 naira' }).first(), path).toBeVisible();
  }
}
