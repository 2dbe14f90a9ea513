import { customerPortal } from '#contract/customer-portal.ts';
import { customers } from '#contract/customers.ts';
import { invoices } from '#contract/invoices.ts';
import { plans } from '#contract/plans.ts';
import { dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { axeFaults } from '../axe.ts';
import { expect, test } from '../fixtures.ts';

const params = { currency: 'NGN' } as const;
const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

test('a customer has a card saved on a small phone without scripts, and stops it on their own page', async ({
  browser,
  page,
  owner,
  service,
}) => {
  const { data: customer } = await owner.call(customers.create, {
    params,
    body: { name: 'Adaeze Obi', email: `adaeze.${owner.user.id.toLowerCase()}@customers.example` },
  });
  const { data: plan } = await owner.call(plans.create, {
    params,
    body: {
      customerId: customer.id,
      title: 'Rent for {month}',
      taxRate: 0,
      items: [{ description: 'Shop 4', quantity: 1_000_000, rate: minor(50_000_00) }],
      starts: dateIn(new Date()),
      rhythm: { weeks: 4 },
      dueDays: 3,
      mode: 'charge',
      cap: minor(60_000_00),
    },
  });
  await owner.call(plans.issue, { params: { ...params, id: plan.id }, body: { number: 1 } });
  const [invoice] = (await owner.call(invoices.list, { params, query: { customerId: customer.id } })).data;
  const { data: detail } = await owner.call(invoices.detail, {
    params: { ...params, id: invoice?.id ?? '' },
  });

  const phone = await browser.newContext({ ...PHONE, javaScriptEnabled: false, baseURL: service.url });
  const payer = await phone.newPage();
  await payer.goto(new URL(detail.checkoutUrl ?? '').pathname);
  const offer = payer.getByRole('checkbox', { name: /can charge up to ₦60,000\.00 for “?Rent/ });
  await payer.getByText('Verve, Mastercard or Visa').click();
  await expect(offer).not.toBeChecked();
  await offer.check();
  await payer.getByRole('button', { name: 'Save my card' }).click();
  await expect(payer.getByText('You agreed. Now pay by card: that card is saved.')).toBeVisible();
  await payer.getByRole('link', { name: /^Pay .+ with card$/ }).click();
  await payer.getByLabel('Card number').fill('9000 0000 0000 0001');
  await payer.getByLabel(/expiry/i).fill('12/40');
  await payer.getByLabel('CVV').fill('123');
  await payer.getByRole('button', { name: /^Pay/ }).click();

  const last4 = async () =>
    (await owner.call(plans.detail, { params: { ...params, id: plan.id } })).data.card?.last4;
  await expect.poll(last4).toBe('0001');

  await page.goto(`/dashboard/invoices/repeating?plan=${plan.id}`);
  const card = page.getByRole('region', { name: 'Card' });
  await expect(card).toContainText('•••• 0001');
  await expect(card).toContainText('₦60,000.00');
  expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([]);

  const { data: shared } = await owner.call(customerPortal.share, { params: { ...params, id: customer.id } });
  await payer.goto(new URL(shared.url).pathname);
  await payer.getByRole('button', { name: 'See my invoices' }).click();
  await payer.getByRole('button', { name: 'Stop charging my card' }).click();
  await expect(payer.getByText('•••• 0001 Stopped')).toBeVisible();
  await phone.close();
  await page.reload();
  await expect(card).toContainText('None yet.');
});
