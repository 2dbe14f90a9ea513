import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { customers } from '#contract/customers.ts';
import { invoices } from '#contract/invoices.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { pagesOf } from '#server/adapters/pdf-typst/testing.ts';
import { axeFaults } from './axe.ts';
import { expect, type Person, test } from './fixtures.ts';

const params = { currency: 'NGN' } as const;
const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

async function invoiced(owner: Person, customerId: string, naira: number): Promise<void> {
  const { data } = await owner.call(invoices.create, {
    params,
    body: {
      customerId,
      dueDate: addDays(dateIn(new Date()), 5),
      taxRate: 0,
      items: [{ description: 'Rice', quantity: 1_000_000, rate: minor(naira * 100) }],
    },
  });
  await owner.call(invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
}

/** The link in the newest mail to somebody. */
async function mailedLink(mailbox: Page, to: string): Promise<string> {
  const message = mailbox
    .getByRole('link', { name: /Your link to your invoices/ })
    .filter({ hasText: `To ${to}` })
    .first();
  await expect(async () => {
    await mailbox.goto('/mailbox');
    await expect(message).toBeVisible({ timeout: 500 });
  }).toPass();
  await message.click();
  return /\/my\/open\/[\w-]{43}/.exec(await mailbox.locator('body').innerText())?.[0] ?? '';
}

const fitsWidth = (page: Page) =>
  expect
    .poll(async () => (await page.locator('html').boundingBox())?.width)
    .toBeLessThanOrEqual(PHONE.viewport.width);

test('a customer asks for their page on a small phone without scripts, sees what they owe, and leaves', async ({
  browser,
  page: mailbox,
  owner,
  service,
}) => {
  const email = `ngozi.${owner.user.id.toLowerCase()}@customers.example`;
  const { data: customer } = await owner.call(customers.create, {
    params,
    body: { name: 'Mrs Bello', email },
  });
  await invoiced(owner, customer.id, 45_000);
  await invoiced(owner, customer.id, 15_000);

  const phone = await browser.newContext({ ...PHONE, javaScriptEnabled: false, baseURL: service.url });
  const page = await phone.newPage();
  await page.goto('/my');
  await page.getByLabel('Your email').fill(email);
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  const link = await mailedLink(mailbox, email);
  await page.goto(link);
  await page.getByRole('button', { name: 'See my invoices' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'You owe Danjuma Foods ₦60,000.00 on 2 invoices.',
  );
  await fitsWidth(page);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Still to pay (PDF)' }).click();
  const bytes = readFileSync(await (await download).path());
  expect((await pagesOf(new Uint8Array(bytes))).join(' ')).toContain('₦60,000.00');

  await page.getByRole('link', { name: 'Hausa' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('₦60,000.00');
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByRole('link', { name: /INV-0001/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('45,000');
  await page.getByRole('link', { name: 'See all your invoices from Danjuma Foods' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByLabel('Your email')).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Ask for a new one' })).toBeVisible();
  await phone.close();
});

test('an owner shares the page of a customer, and ends it', async ({ page, owner }) => {
  const { data: customer } = await owner.call(customers.create, {
    params,
    body: { name: 'Mama Chidi', phone: '08035550142' },
  });
  await invoiced(owner, customer.id, 9_000);
  await page.goto(`/dashboard/customers/${customer.id}`);
  await page.getByRole('button', { name: 'Share their page' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share the page of Mama Chidi' });
  await expect(dialog.getByText('No link is open now.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
  await expect(dialog.getByRole('link', { name: 'Send on WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(`^https://wa.me/2348035550142\\?text=.*${encodeURIComponent(link)}$`),
  );
  const reader = await page.context().newPage();
  await reader.goto(link);
  await reader.getByRole('button', { name: 'See my invoices' }).click();
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(
    'You owe Danjuma Foods ₦9,000.00 on 1 invoice.',
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    await reader.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await axeFaults(reader)).toEqual([]);
  }
  await dialog.getByRole('button', { name: 'End it' }).click();
  await expect(dialog.getByText('No link is open now.')).toBeVisible();
  await reader.reload();
  await expect(reader.getByLabel('Your email')).toBeVisible();
  await reader.close();
});
