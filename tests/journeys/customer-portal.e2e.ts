import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { customerPortal } from '#contract/customer-portal.ts';
import { customers } from '#contract/customers.ts';
import { invoices } from '#contract/invoices.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { pagesOf } from '#server/adapters/pdf-typst/testing.ts';
import { axeFaults, inColors } from './axe.ts';
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

async function looksRight(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await inColors(page, { colorScheme, reducedMotion: 'reduce' });
    expect(await axeFaults(page)).toEqual([]);
  }
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

test('a customer pays nine invoices at once on a small phone, and has one receipt of them', async ({
  browser,
  owner,
  service,
}) => {
  const { data: customer } = await owner.call(customers.create, {
    params,
    body: { name: 'Mama Chidi', phone: '08035550143' },
  });
  for (let naira = 1_000; naira <= 9_000; naira += 1_000) await invoiced(owner, customer.id, naira);
  const { data } = await owner.call(customerPortal.share, { params: { ...params, id: customer.id } });
  const phone = await browser.newContext({ ...PHONE, baseURL: service.url });
  const page = await phone.newPage();
  await page.goto(new URL(data.url).pathname);
  await page.getByRole('button', { name: 'See my invoices' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'You owe Danjuma Foods ₦45,000.00 on 9 invoices.',
  );
  const button = page.getByRole('button', { name: /^Pay / });
  await expect(button).toHaveText('Pay 9 invoices, ₦45,000.00');
  const first = page.getByRole('checkbox').first();
  await first.uncheck();
  await expect(button).toHaveText('Pay 8 invoices, ₦44,000.00');
  await first.check();
  await fitsWidth(page);
  await looksRight(page);
  await button.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('45,000');
  await expect(page.getByRole('link', { name: /^INV-/ })).toHaveCount(9);
  await fitsWidth(page);
  await looksRight(page);

  const account = await page.locator('#bank-transfer [data-copy]').first().getAttribute('data-copy');
  const paid = await fetch(`${service.url}/sandbox/pay`, {
    method: 'POST',
    body: new URLSearchParams({ account: account ?? '', amount: '', when: '0' }),
    headers: { Origin: service.url },
    redirect: 'manual',
  });
  expect(paid.status).toBe(303);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText('Payment received', {
      timeout: 500,
    });
  }).toPass();
  await looksRight(page);
  await page.getByRole('link', { name: /^RCT-/ }).click();
  const whole = page.getByRole('table').filter({ hasText: 'INV-0009' });
  await expect(whole.getByRole('row')).toHaveCount(10);
  await page.goto('/my');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('nothing');
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
  await looksRight(reader);
  await dialog.getByRole('button', { name: 'End it' }).click();
  await expect(dialog.getByText('No link is open now.')).toBeVisible();
  await reader.reload();
  await expect(reader.getByLabel('Your email')).toBeVisible();
  await reader.close();
});
