import { business } from '#contract/business.ts';
import { invoices } from '#contract/invoices.ts';
import { offlinePayments } from '#contract/offline-payments.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { demo, expect, type Person, test } from '../fixtures.ts';

const params = { currency: 'NGN' } as const;
const today = () => dateIn(new Date());

async function sentInvoice(
  person: Person,
  contact = { clientEmail: 'ngozi@customers.example', clientPhone: '' },
) {
  const { data } = await person.call(invoices.create, {
    params,
    body: {
      clientName: 'Mrs Ngọzi Bello',
      ...contact,
      title: 'Provisions',
      dueDate: addDays(today(), 4),
      taxRate: 750,
      items: [
        { description: 'Bag of rice', quantity: 3_000_000, rate: minor(100_000_00) },
        { description: 'Delivery', quantity: 1_000_000, rate: minor(5_000_00) },
      ],
    },
  });
  const sent = await person.call(invoices.send, {
    params,
    body: { invoiceId: data.id, channels: ['whatsapp'] },
  });
  return sent.data.invoice;
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a credit note to somebody without an email is not said to go by email', async ({ page, owner }) => {
    const invoice = await sentInvoice(owner, { clientEmail: '', clientPhone: '08031234567' });
    await page.goto(`/dashboard/invoices?invoice=${invoice.id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Credit note', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Credit note' });
    await expect(form.getByText(/Your customer has no email/)).toBeVisible();
  });

  test('goods that came back are credited, the money kept for the next invoice, and the rest written off', async ({
    page,
    owner,
  }) => {
    await owner.call(business.createPin, { params, body: { pin: demo.pin } });
    const invoice = await sentInvoice(owner);
    await owner.call(offlinePayments.record, {
      params: { ...params, id: invoice.id },
      body: { amount: minor(250_000_00), day: today(), method: 'cash' },
    });
    await page.goto(`/dashboard/invoices?invoice=${invoice.id}`);
    const details = page.getByRole('dialog', { name: /^Invoice INV-/ });
    await details.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Credit note', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Credit note' });
    await form.getByRole('button', { name: 'Issue credit note' }).click();
    await expect(form.getByText('Choose what to credit')).toBeVisible();
    await form.getByRole('checkbox', { name: /Bag of rice/ }).click();
    await form.getByLabel('How many of Bag of rice').fill('2');
    await expect(form.getByText('₦137,125.00 of this was paid already. Where does it go?')).toBeVisible();
    await expect(form.getByRole('radio', { name: /Send it back now/ })).toHaveCount(0);
    await form.getByRole('radio', { name: /Keep it as their credit/ }).click();
    await form.getByRole('button', { name: 'Split it' }).click();
    const [kept, gave] = [
      form.getByRole('textbox', { name: 'Keep as their credit' }),
      form.getByRole('textbox', { name: 'I gave back myself' }),
    ];
    await expect(kept).toHaveValue('137,125.00');
    await gave.fill('37125');
    await expect(kept).toHaveValue('100,000.00');
    await kept.focus();
    await kept.fill('90000');
    await form.getByRole('button', { name: 'Issue credit note' }).click();
    await expect(form.getByText('The three must come to ₦137,125.00')).toBeVisible();
    await kept.focus();
    await kept.fill('100000');
    await form.getByRole('button', { name: 'Issue credit note' }).click();
    await expect(page.getByText('CRN-0001 issued', { exact: true })).toBeVisible();
    await expect(details.getByText('Nothing left to pay since')).toBeVisible();

    const next = await sentInvoice(owner);
    await page.goto(`/dashboard/invoices?invoice=${next.id}`);
    await expect(details.getByText('Mrs Ngọzi Bello has ₦100,000.00 of credit with you.')).toBeVisible();
    await details.getByRole('button', { name: 'Use ₦100,000.00 for this invoice' }).click();
    await expect(page.getByText('₦100,000.00 of credit used', { exact: true })).toBeVisible();
    await details.getByRole('button', { name: 'More actions' }).click();
    await page.route(/write-off-.*\.js/, (route) => route.fulfill({ status: 503 }), { times: 1 });
    await page.getByRole('menuitem', { name: 'Write off' }).click();
    const writeOff = page.getByRole('dialog', { name: 'Write off what is owed' });
    await writeOff.getByRole('button', { name: 'Write off' }).click();
    await expect(writeOff.getByText('Say why you give it up')).toBeVisible();
    await writeOff.getByLabel('Why?').fill('They closed the shop');
    await writeOff.getByRole('button', { name: 'Write off' }).click();
    await expect(page.getByText('Written off', { exact: true }).first()).toBeVisible();
    const { data } = await owner.call(invoices.detail, { params: { ...params, id: next.id } });
    expect(data).toMatchObject({ balance: 0, status: 'written_off', amountPaid: 100_000_00 });
    await page.goto(new URL(next.checkoutUrl ?? '').pathname);
    await expect(page.getByRole('heading', { name: 'Nothing to pay' })).toBeVisible();
  });
});

test('credit is asked for as an invoice is sent, and the small rest of it is forgiven', async ({
  page,
  owner,
}) => {
  await page.goto('/dashboard/settings');
  const rest = page.getByLabel('Forgive small rests up to');
  await rest.fill('101');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter at most ₦100.00')).toBeVisible();
  await rest.focus();
  await expect(rest).toHaveValue('101');
  await rest.fill('50');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const before = await sentInvoice(owner);
  await owner.call(offlinePayments.record, {
    params: { ...params, id: before.id },
    body: {
      amount: minor(before.totalAmount + 12_000_00),
      day: today(),
      method: 'cash',
      keepRestAsCredit: true,
    },
  });
  const { data: next } = await owner.call(invoices.duplicate, {
    params: { ...params, invoiceId: before.id },
  });
  await page.goto(`/dashboard/invoices?invoice=${next.id}`);
  const details = page.getByRole('dialog', { name: /^Invoice INV-/ });
  await details.getByRole('button', { name: 'Send to Client' }).click();
  const question = page.getByRole('dialog', { name: 'Use ₦12,000.00 of credit?' });
  await expect(question.getByText('Mrs Ngọzi Bello has money with you from before.')).toBeVisible();
  await question.getByRole('button', { name: 'Use it and send' }).click();
  await expect(details.getByText('₦12,000.00').first()).toBeVisible();
  await owner.call(offlinePayments.record, {
    params: { ...params, id: next.id },
    body: { amount: minor(next.totalAmount - 12_000_00 - 45_00), day: today(), method: 'cash' },
  });
  await expect(details.getByText('Small rest')).toBeVisible();
  const { data } = await owner.call(invoices.detail, { params: { ...params, id: next.id } });
  expect(data).toMatchObject({ status: 'paid', balance: 0, writtenOff: 45_00 });
});

test('credit is asked for once as several go out from the list, and not used where its owner says no', async ({
  page,
  owner,
}) => {
  const before = await sentInvoice(owner);
  await owner.call(offlinePayments.record, {
    params: { ...params, id: before.id },
    body: {
      amount: minor(before.totalAmount + 9_000_00),
      day: today(),
      method: 'cash',
      keepRestAsCredit: true,
    },
  });
  const copy = async () =>
    (await owner.call(invoices.duplicate, { params: { ...params, invoiceId: before.id } })).data;
  const [one, two, three] = [await copy(), await copy(), await copy()];
  const paid = async ({ id }: { id: string }) =>
    (await owner.call(invoices.detail, { params: { ...params, id } })).data.amountPaid;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/dashboard/invoices');
  const row = (number: string) => page.getByRole('row').filter({ hasText: number });
  await row(three.invoiceNumber).getByRole('button', { name: 'Send to Client' }).click();
  const question = page.getByRole('dialog', { name: 'Use ₦9,000.00 of credit?' });
  await question.getByRole('button', { name: 'Send without it' }).click();
  await expect(page.getByText('Invoice sent successfully', { exact: true })).toBeVisible();
  for (const { invoiceNumber } of [one, two]) await row(invoiceNumber).getByRole('checkbox').click();
  await page.getByRole('button', { name: /^Send/ }).and(page.locator('[data-bulk-bar] button')).click();
  const going = page.getByRole('alertdialog', { name: 'Send 2 invoices?' });
  await going.getByRole('button', { name: 'Send', exact: true }).click();
  await question.getByRole('button', { name: 'Use it and send' }).click();
  await expect.poll(async () => (await paid(one)) + (await paid(two))).toBe(9_000_00);
  expect(await paid(three)).toBe(0);
});
