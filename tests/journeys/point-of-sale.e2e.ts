import type { Page } from '@playwright/test';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { expect, test } from './fixtures.ts';
import { payFromWallet } from './sandbox.ts';

// A shop's point of sale from the poster to the payment: its customers have a phone and nothing else, not
// even scripts.
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Reads a QR code from the screen as a phone's camera does. */
async function scanned(page: Page, name: string): Promise<string | undefined> {
  const picture = page.getByRole('img', { name });
  await expect(picture).toBeVisible();
  const { data, info } = await sharp(await picture.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

/** As a tab behind others: the browser of a test thinks that every page is looked at. */
const lookAway = (page: Page) => page.evaluate(() => void (document.hasFocus = () => false));
const lookAgain = (page: Page) =>
  page.evaluate(() => {
    document.hasFocus = () => true;
    dispatchEvent(new Event('focus'));
  });

test('a customer scans the poster, types an amount without scripts and pays: the owner’s tab rings', async ({
  page,
  owner,
  browser,
  service,
}) => {
  await page.goto('/dashboard/counter/poster');
  const address = await scanned(page, 'QR code of your shop');
  expect(address).toMatch(new RegExp(`^${service.url}/shop/[A-Z0-9]{8}$`));
  await page.getByRole('button', { name: 'Make a new code' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make a new code' }).click();
  await expect(page.getByText('Your shop has a new code').first()).toBeVisible();
  const fresh = (await scanned(page, 'QR code of your shop')) ?? '';
  expect(fresh).not.toBe(address);
  // Live events on screen begin where these reads stood.
  const known = page.waitForResponse('**/api/batch');
  await page.goto('/dashboard');
  await expect(page).toHaveTitle('Dashboard | Duewell');

  const phone = await browser.newContext({ ...PHONE, javaScriptEnabled: false });
  const customer = await phone.newPage();
  await customer.goto(address ?? '');
  await expect(customer.getByRole('heading', { level: 1 })).toHaveText('This poster is no longer in use');
  await customer.goto(fresh);
  await customer.getByLabel('Amount in naira').fill('50');
  await customer.getByLabel('Your name').fill('Mama Ngozi');
  await customer.getByRole('button', { name: 'Continue' }).click();
  await expect(customer.getByText('The least that can be paid here is ₦100.00')).toBeVisible();
  await expect(customer.getByLabel('Your name')).toHaveValue('Mama Ngozi');
  await customer.getByLabel('Amount in naira').fill('2,500');
  await customer.getByRole('button', { name: 'Continue' }).click();
  await expect(customer).toHaveURL(/\/pay\//);
  await expect(customer.getByRole('heading', { level: 1 })).toContainText('2,500');
  await known;
  await lookAway(page);
  await payFromWallet(customer);
  await expect(async () => {
    await customer.reload();
    await expect(customer.getByText('Payment received').first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await phone.close();

  await expect(page).toHaveTitle('(1) Dashboard | Duewell');
  await expect(page.getByText('Mama Ngozi paid C-0001').first()).toBeVisible();
  await lookAgain(page);
  await expect(page).toHaveTitle('Dashboard | Duewell');
  expect(owner.user.businessId).toBeTruthy();
});

test('face to face: an amount, one press, the code, and the next customer', async ({
  page,
  owner,
  browser,
}) => {
  await page.setViewportSize(PHONE.viewport);
  await page.goto('/dashboard/counter');
  await page.getByRole('button', { name: 'Show the code' }).click();
  await expect(page.getByText('Type the amount to take')).toBeVisible();
  await page.getByLabel('Amount').fill('1200');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Not paid yet');
  const address = (await scanned(page, 'QR code of the pay page')) ?? '';
  const customer = await browser.newPage();
  await customer.goto(address);
  await payFromWallet(customer);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('TEST MONEY is in');
  await page.getByRole('link', { name: 'Another payment' }).click();
  await page.getByLabel('Amount').fill('300');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Cancel this payment' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Take a payment');
  await customer.close();
  expect(owner.user.businessId).toBeTruthy();
});
