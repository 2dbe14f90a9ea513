import { customers } from '#contract/customers.ts';
import { invoices } from '#contract/invoices.ts';
import { offlinePayments } from '#contract/offline-payments.ts';
import { settings } from '#contract/settings.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { expect, type Person, test } from '../fixtures.ts';

const params = { currency: 'NGN' } as const;

/** A sent invoice of ₦1,075,000 for a company: ₦1,000,000 and 7.5 % tax. */
async function sentInvoice(owner: Person) {
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
  return (await owner.call(invoices.send, { params, body: { invoiceId: data.id } })).data.invoice;
}

test('a company keeps tax: the rest settles its invoice, and its certificate is kept', async ({
  page,
  owner,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const data = await sentInvoice(owner);
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
  const sentence = 'If you deduct withholding tax at 10%, pay ₦975,000.00 and send us the certificate.';
  await expect(details.getByText(sentence)).toBeVisible();

  await page.goto(new URL(data.checkoutUrl ?? '').pathname);
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
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  expect((await report).suggestedFilename()).toMatch(/withholding tax all years NGN\.csv$/);
  await row.getByRole('button', { name: /^Used for/ }).click();
  await expect(row.getByText(/^Used for/)).toBeVisible();
});

test('a customer who deducts tax reads what to pay; money short by just that is asked about', async ({
  page,
  owner,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await owner.call(settings.updateProfile, {
    params: { ...params, id: owner.user.businessId },
    body: { tin: '20114477-0001' },
  });
  const { data: customer } = await owner.call(customers.create, {
    params,
    body: { name: 'Emeka Obi', email: 'accounts@zenith-foods.example' },
  });
  await page.goto(`/dashboard/customers/${customer.id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Customer' });
  await edit.getByRole('combobox', { name: 'This customer deducts tax' }).click();
  await page.getByRole('option', { name: /Consultancy/ }).click();
  await expect(edit.getByText('Check that Emeka Obi is one.')).toBeVisible();
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Deducts tax: Consultancy, professional work, commission.')).toBeVisible();

  const data = await sentInvoice(owner);
  await page.goto(new URL(data.checkoutUrl ?? '').pathname);
  await expect(page.getByRole('heading', { name: 'To pay: ₦1,075,000.00' })).toBeVisible();
  const sentence = 'If you deduct withholding tax at 5%, pay ₦1,025,000.00 and send us the certificate.';
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Consultancy.*5%: pay ₦1,025,000.00/ })).toBeVisible();

  await page.goto(`/dashboard/invoices?invoice=${data.id}`);
  const details = page.getByRole('dialog', { name: `Invoice ${data.invoiceNumber}` });
  await expect(details.getByText(sentence)).toBeVisible();
  await details.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Withholding tax' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withholding tax' });
  await expect(dialog.getByRole('combobox', { name: 'What is the invoice for?' })).toContainText(
    'Consultancy',
  );
  await expect(dialog.getByText('Check with your accountant whether this is you.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Ask them not to deduct' }).click();
  await expect(dialog.getByLabel('Letter to them')).toHaveValue(/Our tax ID: 20114477-0001/);
  await dialog.getByRole('button', { name: 'Email to accounts@zenith-foods.example' }).click();
  await expect(page.getByText('Sent to accounts@zenith-foods.example', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  await owner.call(offlinePayments.record, {
    params: { ...params, id: data.id },
    body: { amount: minor(1_025_000_00), day: dateIn(new Date()), method: 'cash' },
  });
  const question =
    '₦50,000.00 is missing: exactly 5% of ₦1,000,000.00. Did Zenith Foods Ltd keep withholding tax?';
  await expect(details.getByText(question)).toBeVisible();
  await details.getByRole('button', { name: 'Yes, they kept it' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByText('The invoice is paid. Now wait for the certificate', { exact: true }),
  ).toBeVisible();
  await expect(details.getByText('Paid, certificate pending')).toBeVisible();
});
