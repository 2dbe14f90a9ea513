import { invoices } from '#contract/invoices.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { expect, test } from '../fixtures.ts';

test('a company keeps tax: the rest settles its invoice, and its certificate is kept', async ({
  page,
  owner,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const params = { currency: 'NGN' } as const;
  const { data } = await owner.call(invoices.create, {
    params,
    body: {
      clientName: 'Zenith Foods Ltd',
      clientEmail: 'accounts@zenith-foods.example',
      title: 'Advice',
      items: [{ description: 'Advice', quantity: 1_000_000, rate: minor(1_000_000_00) }],
      taxRate: 750,
      dueDate: addDays(dateIn(new Date()), 7),
    },
  });
  const sent = await owner.call(invoices.send, { params, body: { invoiceId: data.id } });
  await page.goto(`/dashboard/invoices?invoice=${data.id}`);
  const details = page.getByRole('dialog', { name: `Invoice ${data.invoiceNumber}` });
  const choose = async (action: string) => {
    await details.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Withholding tax');
  const dialog = page.getByRole('dialog', { name: 'Withholding tax' });
  await dialog.getByRole('combobox', { name: 'What is the invoice for?' }).click();
  await page.getByRole('option', { name: /Consultancy/ }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  // Twice 5 %, as the business has no tax ID.
  await expect(page.getByText('₦975,000.00 is asked for now', { exact: true })).toBeVisible();
  const sentence = 'If you deduct withholding tax at 10 % pay ₦975,000.00 and send us the certificate.';
  await expect(details.getByText(sentence)).toBeVisible();

  await page.goto(new URL(sent.data.invoice.checkoutUrl ?? '').pathname);
  await expect(page.getByText('Pay exactly ₦975,000.00')).toBeVisible();

  await page.goto(`/dashboard/invoices?invoice=${data.id}`);
  await choose('Record payment');
  const record = page.getByRole('dialog', { name: 'Record a payment' });
  await expect(record.getByRole('textbox', { name: 'Amount' })).toHaveValue('975,000.00');
  await record.getByRole('button', { name: 'Record payment' }).click();
  await expect(details.getByText('Paid, certificate pending')).toBeVisible();

  await page.goto('/dashboard/payments');
  await page.getByRole('link', { name: 'Certificates' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Zenith Foods Ltd kept ₦100,000.00' });
  await expect(row.getByText('Ask for the certificate')).toBeVisible();
  await row.getByRole('button', { name: 'Add certificate' }).click();
  const certificate = page.getByRole('dialog', { name: 'Add certificate' });
  await certificate.getByRole('button', { name: 'Save' }).click();
  await expect(certificate.getByText('Enter the certificate number')).toBeVisible();
  await certificate.getByRole('textbox', { name: 'Certificate number' }).fill('WHT-2026-01');
  await certificate.getByLabel('Date on it').fill(dateIn(new Date()));
  await certificate.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('Certificate is here')).toBeVisible();
  await expect(row.getByText('Certificate WHT-2026-01 of ₦100,000.00')).toBeVisible();
  const report = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download report' }).click();
  expect((await report).suggestedFilename()).toMatch(/^withholding-tax-.*\.csv$/);
  await row.getByRole('button', { name: /^Used for/ }).click();
  await expect(row.getByText(/^Used for/)).toBeVisible();
});
