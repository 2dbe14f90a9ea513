import { invoices } from '#contract/invoices.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { pagesOf } from '#server/adapters/pdf-typst/testing.ts';
import { expect, test } from '../fixtures.ts';

const params = { currency: 'NGN' } as const;

test('whoever paid finds the receipt, and whoever holds it on paper finds that it is genuine', async ({
  page,
  owner,
  service,
}) => {
  const { data } = await owner.call(invoices.create, {
    params,
    body: {
      clientName: 'Mrs Ngọzi Bello',
      clientEmail: 'ngozi@customers.example',
      dueDate: addDays(dateIn(new Date()), 4),
      taxRate: 0,
      items: [{ description: 'Jollof rice, large tray', quantity: 1_000_000, rate: minor(4_500_075) }],
    },
  });
  const body = { invoiceId: data.id, channels: ['whatsapp' as const] };
  const sent = await owner.call(invoices.send, { params, body });
  await page.goto(`${service.url}${new URL(sent.data.invoice.checkoutUrl ?? '').pathname}`);
  const checkout = new URL((await page.locator('a[href*="method=wallet"]').getAttribute('href')) ?? '');
  await fetch(`${checkout.origin}${checkout.pathname}/wallet`, {
    method: 'POST',
    body: new URLSearchParams({ attempt: crypto.randomUUID(), outcome: 'approve' }),
    headers: { Origin: checkout.origin },
    redirect: 'manual',
  });
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  await page.getByRole('link', { name: /^RCT-\d{6}$/ }).click();
  await expect(page.getByRole('article', { name: /^Receipt RCT-/ })).toContainText('₦45,000.75');

  const address = await page.getByRole('link', { name: 'Download receipt' }).getAttribute('href');
  const pdf = await page.request.get(`${service.url}${address}`);
  const printed = (await pagesOf(new Uint8Array(await pdf.body()))).join(' ');
  expect(printed).toContain('₦45,000');
  const [code = 'no code'] = /[34679A-Y]{4}-[34679A-Y]{4}-[34679A-Y]{4}/.exec(printed) ?? [];
  await page.goto(`${service.url}/verify`);
  await page.getByLabel('Printed code').fill(code.toLowerCase().replaceAll('-', ' '));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByRole('heading', { name: 'This receipt is genuine' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('₦45,000.75');
  await page.goto(`${service.url}/verify/3467-9ACD-EFGQ`);
  await expect(
    page.getByRole('heading', { name: 'We know no invoice or receipt with this code' }),
  ).toBeVisible();
});
