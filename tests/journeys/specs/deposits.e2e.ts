import { expect, test } from '../fixtures.ts';
import { transfer } from '../sandbox.ts';

const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

test('a deposit of 60 %: quoted on a phone, accepted and paid at 320 px without scripts, and the rest is asked for', async ({
  page,
  owner,
  browser,
  service,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/quotes');
  await page.getByRole('button', { name: 'New quote' }).click();
  const wizard = page.getByRole('dialog', { name: 'New quote' });
  await wizard.getByRole('button', { name: 'Add new customer' }).click();
  await wizard.getByLabel('Name', { exact: true }).fill('Chief Okafor');
  await wizard.getByLabel('Email').fill('chief@deposits.example');
  await wizard.getByLabel('Title').fill('Roof of the school');
  await wizard.getByLabel('How it is paid').click();
  await page.getByRole('option', { name: 'Ask for a deposit' }).click();
  await expect(wizard.getByLabel('How much').first()).toHaveValue('60%');
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await wizard.getByLabel('Description').fill('Roofing sheets');
  await wizard.getByLabel('Rate', { exact: true }).fill('500000');
  await wizard.getByRole('button', { name: 'Add item' }).click();
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await wizard.getByRole('button', { name: 'Save and send by email' }).click();
  const details = page.getByRole('dialog', { name: 'Quote QUO-0001' });
  await expect(details.getByText('₦300,000.00').first()).toBeVisible();
  const chat = (await details.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')) ?? '';
  const address = /https?:\/\/\S+\/quote\/[\w-]+/.exec(decodeURIComponent(chat))?.[0] ?? '';

  const phone = await browser.newContext({ ...PHONE, javaScriptEnabled: false });
  const customer = await phone.newPage();
  await customer.goto(address);
  await expect(customer.getByText('On acceptance')).toBeVisible();
  await customer.getByLabel('Your full name').fill('Emeka Okafor');
  await customer.getByLabel('I may accept this for Chief Okafor').check();
  await customer.getByRole('button', { name: 'Accept ₦500,000.00' }).click();
  await customer.getByRole('link', { name: 'Pay ₦300,000.00' }).click();
  await expect(customer.getByRole('heading', { level: 1 })).toContainText('300,000');
  await expect(customer.getByRole('link', { name: 'Pay everything: ₦500,000.00' })).toBeVisible();
  const width = await customer.locator('html').evaluate((html) => html.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
  const { pathname: path } = new URL(customer.url());
  await transfer(service, { path });
  await expect(async () => {
    await customer.goto(`${service.url}${path}`);
    await expect(customer.getByText('Nothing is due now')).toBeVisible({ timeout: 1000 });
  }).toPass();

  await details.getByRole('link', { name: 'Open INV-0001' }).click();
  const invoice = page.getByRole('dialog', { name: 'Invoice INV-0001' });
  await expect(invoice.getByText('Paid', { exact: false }).first()).toBeVisible();
  await invoice.getByRole('button', { name: 'Ask for the next part' }).click();
  const ask = page.getByRole('dialog', { name: 'Ask for: Rest' });
  await expect(ask.getByText('asks for ₦200,000.00')).toBeVisible();
  await ask.getByLabel('Your words').fill('The roof is on. Please pay the rest.');
  await ask.getByRole('button', { name: 'Ask now' }).click();
  await expect(page.getByText('Chief Okafor was asked for the next part', { exact: true })).toBeVisible();
  await customer.goto(`${service.url}${path}`);
  await expect(customer.getByRole('heading', { level: 1 })).toContainText('200,000');
  await transfer(service, { path });
  await phone.close();
  await expect(invoice.getByText('Paid in full').first()).toBeVisible();
  expect(owner.user.businessId).toBeTruthy();
});
