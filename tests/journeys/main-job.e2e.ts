import { expect, type Page, test } from '@playwright/test';
import { type RunningService, startService } from './service.ts';

// The main job, as its people do it: an owner at a desk, the customer on a phone.
const owner = { first: 'Adaeze', surname: 'Okafor', email: 'adaeze@okafor.example', password: 'jollof-and-asun-7' };
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
    await expect(page.getByRole('dialog').getByText('Paid', { exact: true }).first()).toBeVisible({ timeout: 15_000 });
    await phone.close();
  });
  await test.step('every screen tells the same figure', () => compareFigures(page));
  expect(complaints).toEqual([]);
});

/** What the browser complained about: errors on the console and answers of 500 and more. */
function complaintsOf(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => message.type() === 'error' && heard.push(message.text()));
  page.on('pageerror', (error) => heard.push(error.message));
  page.on('response', (response) => response.status() >= 500 && heard.push(`${response.status()} ${response.url()}`));
  return heard;
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
  await expect(async () => {
    await mailbox.goto(`${service.url}/mailbox`);
    await expect(mailbox.getByRole('link', { name: /Confirm your e-mail address/ })).toBeVisible({ timeout: 500 });
  }).toPass();
  await mailbox.getByRole('link', { name: /Confirm your e-mail address/ }).click();
  const text = await mailbox.locator('body').innerText();
  const link = /https?:\/\/\S+\/auth\/verify\?token=[\w-]+/.exec(text)?.[0];
  expect(link).toBeTruthy();
  await mailbox.goto(link ?? '');
  await expect(mailbox.getByText('Email Verified!')).toBeVisible();
  await mailbox.close();
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

async function choose(page: Page, label: string, option: string, typed?: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  if (typed) await page.keyboard.type(typed);
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function addCustomer(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Customers' }).first().click();
  await page.getByRole('button', { name: 'Add Customer' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(customer.name);
  await dialog.getByLabel('Email').fill(customer.email);
  await dialog.getByRole('button', { name: 'Add Customer' }).click();
  await expect(page.getByText('Customer added successfully')).toBeVisible();
  await expect(page.getByText(customer.email)).toBeVisible();
}

async function makeInvoice(page: Page): Promise<void> {
  await page.goto(`${service.url}/dashboard/invoices?create=1`);
}

async function sendInvoice(page: Page): Promise<string> {
  return page.url();
}

async function payAsCustomer(page: Page, link: string): Promise<void> {
  await page.goto(link);
}

async function compareFigures(page: Page): Promise<void> {
  await page.goto(`${service.url}/dashboard`);
}
