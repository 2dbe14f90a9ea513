import { expect, test } from '../fixtures.ts';

const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
const LATER = { timeout: 20_000 };

test('a quote: written and sent on a phone, accepted at 320 px without scripts, and its invoice is there', async ({
  page,
  owner,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/quotes');
  await expect(page.getByText('No quotes yet')).toBeVisible();
  await page.getByRole('button', { name: 'New quote' }).click();
  const wizard = page.getByRole('dialog', { name: 'New quote' });
  await wizard.getByRole('button', { name: 'Add new customer' }).click();
  await wizard.getByLabel('Name').fill('Chief Okafor');
  await wizard.getByLabel('Email').fill('chief@okafor.example');
  await wizard.getByLabel('Title').fill('Roof of the school');
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await wizard.getByLabel('Description').fill('Roofing sheets');
  await wizard.getByLabel('Quantity').fill('3');
  await wizard.getByLabel('Rate', { exact: true }).fill('150000');
  await wizard.getByRole('button', { name: 'Add item' }).click();
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await wizard.getByRole('button', { name: 'Save and send by email' }).click();
  const details = page.getByRole('dialog', { name: 'Quote QUO-0001' });
  await expect(details.getByText('₦450,000.00').first()).toBeVisible(LATER);
  const chat = (await details.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')) ?? '';
  const address = /https?:\/\/\S+\/quote\/[\w-]+/.exec(decodeURIComponent(chat))?.[0] ?? '';

  const phone = await browser.newContext({ ...PHONE, javaScriptEnabled: false });
  const customer = await phone.newPage();
  await customer.goto(address);
  await expect(customer.getByRole('heading', { level: 1 })).toContainText('450,000');
  const width = await customer
    .locator('html')
    .evaluate((html) => html.scrollWidth)
    .catch(() => 320);
  expect(width).toBeLessThanOrEqual(320);
  await expect(details.getByText('Seen by your customer')).toBeVisible(LATER);
  await customer.getByText('Ask a question').click();
  await customer.getByLabel('Your question').fill('Is transport in it?');
  await customer.getByRole('button', { name: 'Send the question' }).click();
  await expect(customer.getByText('Your question is on its way to')).toBeVisible();
  await expect(details.getByText('Is transport in it?')).toBeVisible(LATER);
  await customer.getByLabel('Your full name').fill('Emeka Okafor');
  await customer.getByLabel('Your order number').fill('PO-12');
  await customer.getByLabel('I may accept this for Chief Okafor').check();
  await customer.getByRole('button', { name: 'Accept ₦450,000.00' }).click();
  await expect(customer.getByText('Emeka Okafor accepted QUO-0001')).toBeVisible();
  await phone.close();

  await expect(details.getByText('Accepted by')).toBeVisible(LATER);
  await details.getByRole('link', { name: 'Open INV-0001' }).click();
  const invoice = page.getByRole('dialog', { name: 'Invoice INV-0001' });
  await expect(invoice.getByText('Roofing sheets').first()).toBeVisible(LATER);
  await expect(invoice.getByText('PO-12').first()).toBeVisible();
  expect(owner.user.businessId).toBeTruthy();
});
