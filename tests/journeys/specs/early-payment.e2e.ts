import { addDays, dateIn } from '#core/dates.ts';
import { expect, test } from '../fixtures.ts';
import { transfer } from '../sandbox.ts';

const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

test('2 % off for paying early: offered on a phone, paid at 320 px without scripts, settled by its own credit note', async ({
  page,
  owner,
  browser,
  context,
  service,
}) => {
  const today = dateIn(new Date());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/invoices?create=1');
  const wizard = page.getByRole('dialog', { name: 'Create Invoice' });
  await wizard.getByRole('button', { name: 'Add new customer' }).click();
  await wizard.getByLabel('Name', { exact: true }).fill('Chief Okafor');
  await wizard.getByLabel('Email').fill('chief@early.example');
  await wizard.getByLabel('Phone').fill('08031234567');
  await wizard.getByLabel('Title').fill('Roofing sheets');
  await wizard.locator('input[name=dueDate]').fill(addDays(today, 14));
  await wizard.getByLabel('Discount for paying early, in %').fill('2');
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await expect(wizard.getByText('Choose the last day of the discount')).toBeVisible();
  await wizard.getByLabel('Last day of the discount').fill(addDays(today, 7));
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await wizard.getByLabel('Description').fill('Roofing sheets');
  await wizard.getByLabel('Rate', { exact: true }).fill('500000');
  await wizard.getByRole('button', { name: 'Add item' }).click();
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
  const chat = context.waitForEvent('page');
  await wizard.getByRole('button', { name: 'Create and send on WhatsApp' }).click();
  const opened = await chat;
  await opened.waitForURL('https://wa.me/2348031234567?**');
  const link = opened.url();
  const details = page.getByRole('dialog', { name: 'Invoice INV-0001' });
  await expect(details.getByText(/₦10,000\.00 \(2%\) is taken off: you pay ₦490,000/)).toBeVisible();
  const address = /https?:\/\/\S+\/pay\/[\w-]+/.exec(decodeURIComponent(link))?.[0] ?? '';

  const phone = await browser.newContext({ ...PHONE, javaScriptEnabled: false });
  const customer = await phone.newPage();
  await customer.goto(address);
  await expect(customer.getByRole('heading', { level: 1 })).toContainText('490,000');
  await expect(customer.getByText(/₦10,000\.00 \(2%\) is taken off if you pay by/)).toBeVisible();
  expect(await customer.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(320);
  await transfer(service, { path: new URL(address).pathname });

  await expect(details.getByText('Nothing left to pay', { exact: true })).toBeVisible();
  await expect(details.getByText('CRN-0001').first()).toBeVisible();
  await customer.reload();
  await expect(customer.getByText(/is taken off if you pay by/)).toBeHidden();
  await phone.close();
  expect(owner.user.businessId).toBeTruthy();
});
