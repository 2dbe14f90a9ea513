import { type Browser, expect, type Page, test } from '@playwright/test';
import { business } from '#contract/business.ts';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { withdrawals } from '#contract/withdrawals.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { type Currency, formatMoney, type Minor, minor, subtract } from '#core/money.ts';
import { isLong } from '../length.ts';
import { startFlutterwaveSimulator } from '../simulators/flutterwave/index.ts';
import { startMonnifySimulator } from '../simulators/monnify/index.ts';
import { startPaystackSimulator } from '../simulators/paystack/index.ts';
import type { Simulator, StartSimulator } from '../simulators/simulator.ts';
import { startStripeSimulator } from '../simulators/stripe/index.ts';
import { newPerson, type Person, signIn } from './fixtures.ts';
import { type RunningService, startService } from './service.ts';

// The path of the money through each provider, as customer and owner see it; then both ledgers are compared.
type Provider = { title: string; page: RegExp; start: StartSimulator; gives: 'account' | 'page' };

const providers: readonly Provider[] = [
  { title: 'Paystack', page: /Paystack/, start: startPaystackSimulator, gives: 'account' },
  { title: 'Monnify', page: /Monnify/, start: startMonnifySimulator, gives: 'account' },
  { title: 'Flutterwave', page: /Flutterwave/, start: startFlutterwaveSimulator, gives: 'account' },
  { title: 'Stripe', page: /Stripe/, start: startStripeSimulator, gives: 'page' },
];

const AMOUNT = minor(12_345_050);
const PART = minor(2_000_050);
const PIN = '2749';
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

// One of each way to pay: the others' money is that of the tests of their adapters and of reconciliation.
const played = isLong
  ? providers
  : providers.filter((one, at) => providers.findIndex(({ gives }) => gives === one.gives) === at);

for (const provider of played) {
  test(`a customer pays through ${provider.title}, and a part goes back`, async ({ page, browser }) => {
    const simulator = await provider.start(() => new Date());
    const service = await startService(simulator.settings);
    try {
      simulator.postTo(`${service.url}/api/webhooks/${simulator.name}`);
      const before = simulator.ledger.balance;
      const { currency } = simulator;
      const owner = await newPerson(service, { currency });
      const link = await sentInvoice(service, owner, currency);
      await payAsCustomer(browser, link, provider, currency);
      await checkAsOwner(page, service, { owner, provider, currency });
      await giveAPartBack(page, currency);
      await compareBooks(simulator, owner, before);
    } finally {
      await service.stop();
      await simulator.close();
    }
  });
}

/** The address of the pay page of a sent invoice. */
async function sentInvoice(service: RunningService, owner: Person, currency: Currency): Promise<string> {
  const params = { currency };
  await owner.call(business.createPin, { params, body: { pin: PIN } });
  const { data } = await owner.call(invoices.create, {
    params,
    body: {
      clientName: 'Mrs Ngọzi Bello',
      clientEmail: 'ngozi@customers.example',
      title: 'Catering',
      dueDate: addDays(dateIn(new Date()), 4),
      taxRate: 0,
      items: [{ description: 'Jollof rice', quantity: 1_000_000, rate: AMOUNT }],
    },
  });
  const sent = await owner.call(invoices.send, {
    params,
    body: { invoiceId: data.id, channels: ['whatsapp'] },
  });
  return `${service.url}${new URL(sent.data.invoice.checkoutUrl ?? '').pathname}`;
}

async function payAsCustomer(
  browser: Browser,
  link: string,
  { page: pageOfProvider, gives, title }: Provider,
  currency: Currency,
): Promise<void> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(link);
  const sum = formatMoney(AMOUNT, currency);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(sum);
  if (gives === 'account') {
    await expect(page.getByText(/^\d{4} \d{3} \d{3}$/)).toBeVisible();
    await expect(page.getByText('Send exactly').first().locator('..')).toContainText(sum);
    await page.locator('summary').filter({ hasText: 'Card' }).click();
    await page.getByRole('link', { name: /^Pay .+ with card$/ }).click();
  } else {
    await expect(page.getByText(`You pay on the secure page of ${title}`)).toBeVisible();
    await page.getByRole('link', { name: `Pay ${sum}`, exact: true }).click();
  }
  await expect(page).toHaveTitle(pageOfProvider);
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  expect(page.url()).toBe(link);
  await context.close();
}

type Looking = { owner: Person; provider: Provider; currency: Currency };

async function checkAsOwner(
  page: Page,
  service: RunningService,
  { owner, provider, currency }: Looking,
): Promise<void> {
  const { data } = await owner.call(payments.list, { params: { currency }, query: {} });
  const [payment] = data.transactions;
  if (!payment) throw new Error('there is a payment');
  await signIn(page, service, owner);
  await page.goto(`${service.url}/dashboard/payments`);
  await page.getByRole('button', { name: 'Details of the payment by Mrs Ngọzi Bello' }).click();
  const drawer = page.getByRole('dialog');
  const valueOf = (term: string) =>
    drawer.getByRole('term').filter({ hasText: term }).locator('..').getByRole('img');
  await expect(valueOf('Customer paid')).toHaveAttribute('aria-label', spoken(AMOUNT));
  await expect(valueOf(`${provider.title} fee`)).toHaveAttribute('aria-label', spoken(minor(-payment.fee)));
  await expect(valueOf('You receive')).toHaveAttribute('aria-label', spoken(subtract(AMOUNT, payment.fee)));
  expect(payment.fee).toBeGreaterThan(0);
}

/** As it is read out, without the currency. */
const spoken = (amount: Minor) =>
  new RegExp(`^${(amount / 100).toLocaleString('en', { minimumFractionDigits: 2 })} `);

async function giveAPartBack(page: Page, currency: Currency): Promise<void> {
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByRole('radio', { name: /A part/ }).click();
  await page.getByLabel(/^Amount in/).fill((PART / 100).toFixed(2));
  await page.getByLabel('Reason').fill('Two trays came back');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Digit 1 of 4')).toBeFocused();
  await page.keyboard.type(PIN);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText('Refunded', { exact: true }).first()).toBeVisible();
  const left = formatMoney(subtract(AMOUNT, PART), currency);
  await expect(page.getByText(`${left} can still be refunded.`)).toBeVisible();
}

async function compareBooks(
  { ledger: books, currency }: Simulator,
  owner: Person,
  before: Minor,
): Promise<void> {
  const params = { currency };
  const { data } = await owner.call(payments.list, { params, query: {} });
  const ours = data.transactions.map(({ amount, fee, refundedAmount }) => ({ amount, fee, refundedAmount }));
  const theirs = books.payments
    .filter(({ status }) => status === 'completed')
    .map(({ amount, fee, refunded }) => ({ amount, fee, refundedAmount: refunded }));
  expect(ours).toEqual(theirs);
  expect(ours.map(({ refundedAmount }) => refundedAmount)).toEqual([PART]);
  expect(books.refunds.map(({ amount, state }) => [amount, state])).toEqual([[PART, 'completed']]);
  const balance = await owner.call(withdrawals.balance, { params });
  expect(balance.data).toMatchObject({ available: subtract(books.balance, before), pending: 0 });
}
