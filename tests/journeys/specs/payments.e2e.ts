import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { business } from '#contract/business.ts';
import type { Answer } from '#contract/endpoint.ts';
import { invoices } from '#contract/invoices.ts';
import { offlinePayments } from '#contract/offline-payments.ts';
import { payments } from '#contract/payments.ts';
import { settings } from '#contract/settings.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { demo, expect, newPerson, type Person, signIn, test } from '../fixtures.ts';
import { transfer } from '../sandbox.ts';
import type { RunningService } from '../service.ts';

const params = { currency: 'NGN' } as const;
const PAYMENTS = '/dashboard/payments';

type Sent = { id: string; number: string; path: string };
type Payment = Answer<typeof payments.details>['data']['payment'];

const drawer = (page: Page) => page.getByRole('dialog', { name: /^Payment by/ });
const badge = (within: Locator, word: string) => within.getByText(word, { exact: true }).first();

const slip = (name: string, mimeType: string) => ({
  name,
  mimeType,
  buffer: readFileSync('docs/pictures/dashboard.webp'),
});

async function sentInvoice(person: Person, amount: number): Promise<Sent> {
  const { data } = await person.call(invoices.create, {
    params,
    body: {
      clientName: 'Mrs Ngọzi Bello',
      clientEmail: 'ngozi@customers.example',
      title: 'Catering',
      dueDate: addDays(dateIn(new Date()), 4),
      taxRate: 0,
      items: [{ description: 'Jollof rice', quantity: 1_000_000, rate: minor(amount) }],
    },
  });
  const sent = await person.call(invoices.send, {
    params,
    body: { invoiceId: data.id, channels: ['whatsapp'] },
  });
  const { pathname } = new URL(sent.data.invoice.checkoutUrl ?? '');
  return { id: data.id, number: data.invoiceNumber, path: pathname };
}

const paid = (person: Person, count: number) => async (): Promise<number> =>
  (await person.call(payments.list, { params, query: {} })).data.transactions.length - count;

/** An owner with a PIN and one payment on an invoice of ₦50,000. */
async function paidOwner(service: RunningService, person: Person, amount = 5_000_000) {
  await person.call(business.createPin, { params, body: { pin: demo.pin } });
  const invoice = await sentInvoice(person, 5_000_000);
  await transfer(service, invoice, amount);
  await expect.poll(paid(person, 1)).toBe(0);
  const [payment] = (await person.call(payments.list, { params, query: {} })).data.transactions;
  if (!payment) throw new Error('there is a payment');
  return { invoice, payment };
}

async function openRefund(page: Page, payment: Payment): Promise<Locator> {
  await page.goto(`${PAYMENTS}?payment=${payment.id}`);
  await drawer(page).getByRole('button', { name: 'Refund', exact: true }).click();
  return page.getByRole('dialog', { name: 'Refund' });
}

test.describe('the details of a payment', () => {
  test('are opened from the list, stand in the address, and give focus back', async ({
    page,
    owner,
    service,
  }) => {
    const { payment, invoice } = await paidOwner(service, owner);
    await page.goto(PAYMENTS);
    const opener = page.getByRole('button', { name: 'Details of the payment by Mrs Ngọzi Bello' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`payment=${payment.id}`));
    const valueOf = (term: string) =>
      drawer(page).getByRole('term').filter({ hasText: term }).locator('..').getByRole('img');
    await expect(valueOf('Customer paid')).toHaveAttribute('aria-label', '50,000.00 naira');
    await expect(valueOf('fee')).toHaveAttribute('aria-label', '-850.00 naira');
    await expect(valueOf('You receive')).toHaveAttribute('aria-label', '49,150.00 naira');
    await expect(drawer(page).getByText(/^Added to your balance: .* normally pays it out on /)).toBeVisible();
    await expect(drawer(page).getByRole('link', { name: invoice.number })).toBeVisible();
    await expect(drawer(page)).toContainText(payment.transactionReference);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await drawer(page).getByRole('button', { name: 'Copy reference' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(payment.transactionReference);
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.click();
    await page.reload();
    await expect(drawer(page).getByText('What reached you')).toBeVisible();
    await page.goBack();
    await expect(drawer(page)).toBeHidden();
    await page.goto(`${PAYMENTS}?payment=pay_none`);
    await expect(page.getByText('This payment is not on your list.')).toBeVisible();
  });
});

test.describe('giving money back', () => {
  test('a part goes back with the PIN, once; invoice, list and balance follow', async ({
    page,
    owner,
    service,
  }) => {
    const { payment, invoice } = await paidOwner(service, owner);
    const form = await openRefund(page, payment);
    await expect(form.getByRole('radio', { name: /All of it/ })).toBeFocused();
    await expect(form.getByText(`${invoice.number} is open again for ₦50,000.00.`)).toBeVisible();
    // The choice follows the focus only while the arrow is held.
    await page.keyboard.down('ArrowDown');
    await expect(form.getByRole('radio', { name: /A part/ })).toBeChecked();
    await page.keyboard.up('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.type('60000');
    await page.keyboard.press('Enter');
    await expect(form.getByText('You can refund ₦50,000.00 at most')).toBeVisible();
    await expect(form.getByText('Say why you refund it')).toBeVisible();
    await form.getByLabel('Amount in naira').fill('20000');
    await form.getByLabel('Reason').fill('Two trays came back');
    await expect(form.getByText('The customer gets ₦20,000.00 back to what they paid with.')).toBeVisible();
    await expect(form.getByText(`${invoice.number} is open again for ₦20,000.00.`)).toBeVisible();
    await form.getByRole('button', { name: 'Continue' }).click();

    const ask = page.getByRole('dialog', { name: 'Confirm with your PIN' });
    await expect(ask.getByText('Two trays came back')).toBeVisible();
    await expect(ask.getByLabel('Digit 1 of 4')).toBeFocused();
    await page.keyboard.type('9001');
    await page.keyboard.press('Enter');
    await expect(ask.getByText('Incorrect PIN. 4 tries left')).toBeVisible();
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/refund')) keys.push(request.headers()['idempotency-key']);
    });
    await page.route('**/refund', (route) => route.abort(), { times: 1 });
    await page.keyboard.type(demo.pin);
    await page.keyboard.press('Enter');
    await expect(
      ask.getByText('No answer came. Trying again is safe: it never happens twice.'),
    ).toBeVisible();
    await ask.getByRole('button', { name: 'Refund', exact: true }).dblclick();
    await expect(ask).toBeHidden();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);

    await expect(badge(drawer(page), 'Refunded')).toBeVisible();
    await expect(drawer(page).getByText('₦30,000.00 can still be refunded.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('₦20,000.00 refunded')).toBeVisible();
    const { data } = await owner.call(payments.details, { params: { ...params, id: payment.id } });
    expect([data.refunds.length, data.payment.refundedAmount]).toEqual([1, 2_000_000]);
    const after = await owner.call(invoices.detail, { params: { ...params, id: invoice.id } });
    expect([after.data.balance, after.data.status]).toEqual([2_000_000, 'sent']);
  });

  test('a refusal stands where it belongs: at the amount, or above the form', async ({
    page,
    owner,
    service,
  }) => {
    const { payment } = await paidOwner(service, owner);
    const form = await openRefund(page, payment);
    const refuseWith = (status: number, code: string, message: string) =>
      page.route(
        '**/refund',
        (route) => route.fulfill({ status, json: { status: 'error', code, message, errors: [] } }),
        { times: 1 },
      );
    const send = async () => {
      await form.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByLabel('Digit 1 of 4')).toBeFocused();
      await page.keyboard.type(demo.pin);
      await page.keyboard.press('Enter');
    };
    await form.getByRole('radio', { name: /A part/ }).click();
    await form.getByLabel('Amount in naira').fill('100');
    await form.getByLabel('Reason').fill('Late');
    await refuseWith(422, 'insufficient_balance', 'Your balance is not enough for this');
    await send();
    await expect(form.getByText('Your balance is not enough for this')).toBeVisible();
    await expect(form.getByLabel('Amount in naira')).toHaveAttribute('aria-invalid', 'true');
    await form.getByLabel('Amount in naira').fill('90');
    await refuseWith(503, 'payouts_paused', 'Sending money is paused for a moment');
    await send();
    await expect(form.getByRole('alert')).toContainText('Sending money is paused for a moment');
    await expect(form.getByLabel('Reason')).toHaveValue('Late');
  });
});

test.describe('what needs the owner', () => {
  test('what was paid too much is used for another invoice of the customer', async ({
    page,
    owner,
    service,
  }) => {
    await paidOwner(service, owner, 7_500_000);
    const other = await sentInvoice(owner, 9_000_000);
    await page.goto(PAYMENTS);
    const needs = page.getByRole('region', { name: 'Needs your decision' });
    await expect(needs.getByText('Mrs Ngọzi Bello paid more than is owed')).toBeVisible();
    await needs.getByRole('button', { name: `Use for ${other.number}` }).click();
    await expect(page.getByText(`The credit was used for ${other.number}`).first()).toBeVisible();
    await expect(needs).toBeHidden();
    const { data } = await owner.call(invoices.detail, { params: { ...params, id: other.id } });
    expect(data.amountPaid).toBe(2_500_000);
  });

  test('money in another currency says why it was not used, and goes back with the PIN', async ({
    page,
    owner,
  }) => {
    await owner.call(business.createPin, { params, body: { pin: demo.pin } });
    const unmatched = {
      provider: 'paystack',
      transactionId: 'trx_9',
      invoiceId: 'inv_9',
      invoiceNumber: 'INV-0009',
      amount: 150,
      currency: 'USD',
      reason: 'other_currency',
      refundStatus: null as string | null,
      receivedAt: '2026-11-20T13:05:00.000Z',
    };
    const requests: unknown[] = [];
    await page.route('**/unmatched-payments', (route) =>
      route.fulfill({ json: { status: 'success', message: '', data: [unmatched] } }),
    );
    await page.route('**/unmatched-payments/refund', (route) => {
      requests.push(route.request().postDataJSON());
      unmatched.refundStatus = 'processing';
      const refund = {
        id: 'rfd_1',
        _id: 'rfd_1',
        amount: 150,
        currency: 'USD',
        reason: '',
        origin: 'owner',
        status: 'pending',
        note: null,
        settledDebt: 0,
        createdAt: unmatched.receivedAt,
        updatedAt: unmatched.receivedAt,
      };
      return route.fulfill({ json: { status: 'success', message: '', data: refund } });
    });
    await page.goto(PAYMENTS);
    const needs = page.getByRole('region', { name: 'Needs your decision' });
    await expect(needs.getByText('Paid for INV-0009 in USD, which is in NGN')).toBeVisible();
    await needs.getByRole('button', { name: 'Refund $150.00' }).click();
    await expect(page.getByLabel('Digit 1 of 4')).toBeFocused();
    await page.keyboard.type(demo.pin);
    await page.keyboard.press('Enter');
    await expect(badge(needs, 'On its way')).toBeVisible();
    expect(requests).toEqual([{ provider: 'paystack', transactionId: 'trx_9', pin: demo.pin }]);
  });
});

test('on a phone a part payment says the same to both, beside one account number and the tax numbers', async ({
  page,
  owner,
  service,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await owner.call(settings.updateProfile, {
    params: { ...params, id: owner.user.businessId },
    body: { tin: '12345678-0001', registrationNumber: 'RC 482113' },
  });
  const invoice = await sentInvoice(owner, 5_000_000);
  await page.goto(service.url + invoice.path);
  const main = page.getByRole('main');
  await expect(main.getByText(/^\d{4} \d{3} \d{3}$/)).toBeVisible();
  const pdf = await page.request.get(`${service.url}/api${invoice.path}/pdf`);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await pdf.body())), {
    mergePages: true,
  });
  for (const printed of ['TIN 12345678-0001', 'RC 482113']) {
    expect(text).toContain(printed);
    await expect(page.getByText(printed).first()).toBeVisible();
  }
  // The account ends within a day: paper that is read later names none, least of all another one.
  expect(text.replaceAll(' ', '')).not.toMatch(/\b\d{10}\b/);
  expect(text).not.toContain('Tax (0%)');
  await transfer(service, invoice, 2_000_000);
  await expect(main).toContainText('₦20,000.00 received');
  await expect(main).toContainText('₦30,000.00');

  await page.goto('/dashboard/invoices');
  const chip = page.getByRole('button', { name: 'Part paid 1' });
  await chip.click();
  await expect(page.getByRole('cell', { name: 'Part paid' })).toBeVisible();
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  for (const name of ['Shop screen', 'Shop poster', 'Today’s messages'])
    await expect(menu.getByRole('link', { name })).toBeVisible();
});

test('on a phone the question about a payment recorded twice is seen before it is answered', async ({
  page,
  owner,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const invoice = await sentInvoice(owner, 5_000_000);
  const body = { amount: minor(10_000_00), day: dateIn(new Date()), method: 'cash' } as const;
  await owner.call(offlinePayments.record, { params: { ...params, id: invoice.id }, body });
  await page.goto(`/dashboard/invoices/${invoice.id}/counter`);
  await page.getByRole('button', { name: 'Record payment' }).click();
  const record = page.getByRole('dialog', { name: 'Record a payment' });
  await record.getByRole('textbox', { name: 'Amount' }).click();
  await page.keyboard.type('10000');
  await record.getByRole('button', { name: 'Record payment' }).click();
  await expect(record.getByText('Record it again?')).toBeInViewport();
  await record.getByRole('button', { name: 'Cancel' }).click();
  await expect(record).toHaveCount(0);
});

test('on a phone a cash sale gets its receipt, a screenshot none, and what was typed in is taken back', async ({
  page,
  owner,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const invoice = await sentInvoice(owner, 5_000_000);
  await page.goto(`/dashboard/invoices?invoice=${invoice.id}`);
  const details = page.getByRole('dialog', { name: `Invoice ${invoice.number}` });
  const record = page.getByRole('dialog', { name: 'Record a payment' });
  const openRecord = async () => {
    await details.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Record payment' }).click();
  };
  await openRecord();
  await record.getByRole('combobox', { name: 'How was it paid?' }).click();
  await page.getByRole('option', { name: 'Bank transfer' }).click();
  await record.getByRole('button', { name: 'Record payment' }).click();
  await expect(record.getByText('Say where you saw it')).toBeVisible();
  await record.getByRole('radio', { name: 'Only an alert or a screenshot' }).click();
  await expect(record.getByText('Alerts and screenshots can be forged.')).toBeVisible();
  await record.locator('input[type=file]').setInputFiles(slip('notes.txt', 'text/plain'));
  await expect(record.getByText('Choose a photo or a PDF')).toBeVisible();
  await record.locator('input[type=file]').setInputFiles(slip('alert.png', 'image/png'));
  await expect(record.getByText('alert.png')).toBeVisible();
  await record.getByRole('button', { name: 'Keep as a claim' }).click();
  const claims = details.getByRole('region', { name: 'Claims' });
  await claims.getByRole('button', { name: 'Open the screenshot' }).click();
  await expect(page.getByRole('img', { name: 'Open the screenshot' })).toBeVisible();
  await page.getByRole('dialog', { name: 'alert.webp' }).getByRole('button', { name: 'Close' }).click();
  await claims.getByRole('button', { name: 'did not come' }).click();
  await expect(claims).toHaveCount(0);
  expect((await owner.call(payments.list, { params, query: {} })).data.transactions).toEqual([]);

  await page.goto(`/dashboard/invoices/${invoice.id}/counter`);
  await page.getByRole('button', { name: 'Record payment' }).click();
  // A press into the amount that stands there takes its place.
  const typeAmount = async (amount: string) => {
    await record.getByRole('textbox', { name: 'Amount' }).click();
    await page.keyboard.type(amount);
  };
  await typeAmount('60000');
  await record.locator('input[type=file]').setInputFiles(slip('slip.png', 'image/png'));
  await record.getByRole('button', { name: 'Record payment' }).click();
  await expect(record.getByText('Only ₦50,000.00 is owed')).toBeVisible();
  await expect(record.getByText('Keep ₦10,000.00 as credit')).toBeVisible();
  await record.getByRole('textbox', { name: 'Amount' }).blur();
  await typeAmount('50000');
  await record.getByRole('button', { name: 'Record payment' }).click();
  await expect(record).toHaveCount(0);
  const typed = 'Typed in as paid. No bank or payment provider has confirmed it';
  await expect(page.getByRole('heading', { level: 1, name: typed })).toBeVisible();
  await expect(page.getByText('This screen is.')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('link', { name: 'Back to the invoice' }).click();
  await expect(badge(details, 'Paid')).toBeVisible();
  await expect(details.getByText('₦50,000.00 of it typed in')).toBeVisible();
  const [payment] = (await owner.call(payments.list, { params, query: {} })).data.transactions;
  const { data } = await owner.call(payments.details, { params: { ...params, id: payment?.id ?? '' } });
  const receipt = await (await page.request.get(data.receipt?.url ?? '')).text();
  expect(receipt).toContain('Not confirmed by a bank or a payment provider.');

  await page.goto(`${PAYMENTS}?payment=${payment?.id}`);
  await expect(
    drawer(page).getByText('Typed in. Not confirmed by a bank or a payment provider'),
  ).toBeVisible();
  await drawer(page).getByRole('button', { name: 'Open photo' }).click();
  await expect(page.getByRole('img', { name: 'Open photo' })).toBeVisible();
  await page.getByRole('dialog', { name: 'slip.webp' }).getByRole('button', { name: 'Close' }).click();
  await drawer(page).getByRole('button', { name: 'Undo payment' }).click();
  await page
    .getByRole('dialog', { name: 'Undo this payment?' })
    .getByRole('button', { name: 'Undo payment' })
    .click();
  await expect(badge(drawer(page), 'Cancelled')).toBeVisible();
  const { data: open } = await owner.call(invoices.detail, { params: { ...params, id: invoice.id } });
  expect(open).toMatchObject({ status: 'sent', amountPaid: 0 });

  const { data: again } = await owner.call(offlinePayments.record, {
    params: { ...params, id: invoice.id },
    body: { amount: minor(50_000_00), day: dateIn(new Date()), method: 'cash' },
  });
  await page.goto(`${PAYMENTS}?payment=${again.id}`);
  await drawer(page).getByRole('button', { name: 'Give back' }).click();
  const giveBack = page.getByRole('dialog', { name: 'Give money back' });
  await giveBack.getByRole('textbox', { name: 'Amount' }).fill('60000');
  await giveBack.getByRole('textbox', { name: 'Reason' }).fill('One bag was torn');
  await giveBack.getByRole('button', { name: 'Note it' }).click();
  await expect(giveBack.getByText('You can give back ₦50,000.00 at most')).toBeVisible();
  await giveBack.getByRole('textbox', { name: 'Amount' }).fill('20000');
  await giveBack.getByRole('button', { name: 'Note it' }).click();
  await expect(giveBack).toHaveCount(0);
  await expect(drawer(page).getByRole('button', { name: 'Undo payment' })).toHaveCount(0);
  const { data: left } = await owner.call(invoices.detail, { params: { ...params, id: invoice.id } });
  expect(left).toMatchObject({ status: 'sent', amountPaid: 30_000_00 });
});

test.describe('at the counter', () => {
  const heading = (page: Page, words: string) => page.getByRole('heading', { level: 1, name: words });

  test('it goes from unpaid over a part to paid by itself, and nothing on it can be pressed to make it so', async ({
    page,
    owner,
    service,
  }) => {
    const invoice = await sentInvoice(owner, 5_000_000);
    await page.goto('/dashboard/invoices');
    await page.getByRole('button', { name: `Actions for ${invoice.number}` }).click();
    await page.getByRole('menuitem', { name: 'Show QR in shop' }).click();
    await expect(heading(page, 'Not paid yet. Do not release goods')).toBeVisible();
    await expect(page.getByText('TEST MONEY', { exact: true })).toBeVisible();
    await expect(page.getByText(/^\d{4} \d{3} \d{3}$/)).toBeVisible();
    await expect(page.getByRole('img', { name: 'QR code of the pay page' })).toBeVisible();
    await expect(
      page.getByText("A screenshot or bank alert on the customer's phone is not proof."),
    ).toBeVisible();
    await expect(page.getByRole('button')).toHaveText(['', 'Record payment']);
    await expect(page.getByRole('button', { name: 'Switch the sound off' })).toBeVisible();
    await transfer(service, invoice, 2_000_000);
    const part = '₦20,000.00 of ₦50,000.00 is in. Do not release everything yet';
    await expect(heading(page, part)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: part })).toHaveCount(1);
    await page.route(/\/counter$/, async (route) => {
      if (route.request().resourceType() === 'document') return route.continue();
      const answer = await route.fetch();
      const body = await answer.json();
      body.data.testMode = false;
      return route.fulfill({ json: body });
    });
    await transfer(service, invoice);
    await expect(heading(page, 'Money is in. Safe to release goods')).toBeVisible();
    await expect(page.getByText('Bank transfer, confirmed by Sandbox').first()).toBeVisible();
    await expect(page.getByText('TEST MONEY')).toHaveCount(0);
    await page.unroute(/\/counter$/);
    await page.reload();
    await expect(heading(page, 'TEST MONEY is in. Do not release real goods')).toBeVisible();
    await expect(page.getByText('Safe to release goods')).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to the invoice' }).click();
    await expect(page.getByRole('dialog', { name: `Invoice ${invoice.number}` })).toBeVisible();
  });

  test('without a connection it says since when, and shows no account to pay into', async ({
    page,
    service,
  }) => {
    const person = await newPerson(service);
    const invoice = await sentInvoice(person, 5_000_000);
    await signIn(page, service, person);
    await page.goto(`/dashboard/invoices/${invoice.id}/counter`);
    await expect(heading(page, 'Not paid yet. Do not release goods')).toBeVisible();
    await page.context().setOffline(true);
    const alert = page.getByRole('alert');
    await expect(alert).toHaveText(
      /^This screen is not live: no connection since \d\d:\d\d\. Do not rely on it$/,
    );
    await expect(page.getByText('Transfer to this account')).toBeHidden();
    await page.context().setOffline(false);
    await expect(alert).toBeHidden();
    await expect(page.getByText('Transfer to this account')).toBeVisible();
  });

  test('an invoice that was not sent cannot be watched, and it says so', async ({ page, owner }) => {
    const { data } = await owner.call(invoices.create, {
      params,
      body: {
        clientName: 'Musa',
        clientEmail: 'musa@customers.example',
        title: 'Suya',
        dueDate: addDays(dateIn(new Date()), 4),
        taxRate: 0,
        items: [{ description: 'Suya', quantity: 1_000_000, rate: minor(100_000) }],
      },
    });
    await page.goto(`/dashboard/invoices/${data.id}/counter`);
    await expect(page.getByRole('alert')).toContainText('Send the invoice first');
    await expect(page.getByRole('link', { name: 'Go to invoices' })).toBeVisible();
  });
});
