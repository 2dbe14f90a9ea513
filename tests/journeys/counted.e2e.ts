import type { Page } from '@playwright/test';
import { countEffort, effortTable } from './counted.ts';
import { expect, test } from './fixtures.ts';
import { transfer } from './sandbox.ts';

const MOST_TAPS = 28;
const MOST_FIELDS = 14;
const email = 'counted@okafor.example';

test('a new owner comes from the landing page to the first withdrawal with few taps and little typing', async ({
  page,
  context,
  service,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const effort = await countEffort(context);
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
  await test.step('sign up', () => signUp(page));
  await test.step('register the business', () => onboard(page));
  const payPath = await test.step('make an invoice and send it', () => sendInvoice(page));
  await test.step('the customer pays', () => transfer(service, { path: payPath }));
  await test.step('withdraw', () => withdraw(page));
  const { table, taps, fields } = effortTable(effort());
  console.log(`${table}\nall: ${taps} taps, ${fields} fields`);
  expect(taps).toBeLessThanOrEqual(MOST_TAPS);
  expect(fields).toBeLessThanOrEqual(MOST_FIELDS);
});

async function signUp(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Get Started Free' }).first().click();
  await page.getByLabel('First name').fill('Adaeze');
  await page.getByLabel('Surname').fill('Okafor');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('jollof-and-asun-7');
  await page.getByRole('checkbox').click();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/onboarding');
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).first().click();
}

async function onboard(page: Page): Promise<void> {
  const next = () => page.getByRole('button', { name: 'Continue', exact: true }).click();
  await next();
  await page.getByRole('radio', { name: /Freelancer/ }).click();
  await next();
  await page.getByLabel('Business name').fill('Okafor Kitchen');
  await choose(page, 'Industry', 'Food & Drinks');
  await expect(page.getByRole('combobox', { name: 'Company size' })).toContainText('Just me');
  await next();
  await choose(page, 'State', 'Enugu');
  await choose(page, 'City', 'Nsukka');
  await page.getByLabel('Street').fill('14 Ogui Road');
  await next();
  await choose(page, 'Bank name', 'Access Bank');
  await page.getByLabel('Account number').fill('0108024071');
  await expect(page.getByText('Account name:')).toBeVisible();
  await page.getByLabel('BVN', { exact: true }).fill('22212345678');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Verify later' }).click();
  await page.getByRole('button', { name: 'Go to Dashboard' }).click();
  await page.waitForURL('**/dashboard');
}

async function sendInvoice(page: Page): Promise<string> {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /Create invoice|New invoice/i })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Create Invoice' });
  await dialog.getByRole('button', { name: 'Add new customer' }).click();
  await dialog.getByLabel('Name').fill('Ngọzi Bello');
  await dialog.getByLabel('Phone number').fill('08031234567');
  await dialog.getByLabel('Title').fill('Wedding cake');
  await dialog.getByRole('button', { name: 'In 7 days' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Rate', { exact: true }).fill('45000');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Create and send on WhatsApp' }).click();
  const link = page
    .getByRole('dialog')
    .getByText(/\/pay\/[\w-]+/)
    .first();
  return new URL((await link.textContent()) ?? '').pathname;
}

async function withdraw(page: Page): Promise<void> {
  const details = page.getByRole('dialog');
  await expect(details.getByText('Paid', { exact: true }).first()).toBeVisible();
  await expect(details.getByRole('link', { name: 'Send receipt on WhatsApp' })).toHaveAttribute(
    'href',
    /wa\.me\/2348031234567.*receipt/,
  );
  await details.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: 'Withdraw' }).click();
  await page.getByRole('button', { name: 'Send all' }).click();
  await expect(page.getByText('leaves your balance')).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Withdraw/ })
    .click();
  await expect(page.getByRole('group', { name: 'New PIN' }).getByLabel('Digit 1 of 4')).toBeFocused();
  await page.keyboard.type('83058305');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Withdrawal request submitted successfully', { exact: true })).toBeVisible();
}
