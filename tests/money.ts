import { api } from '#contract/index.ts';
import { newToken } from '#core/ids.ts';
import type { Minor } from '#core/money.ts';
import { recordPayment } from '#server/modules/payments/commands/record.ts';
import { type FakeProvider, reported } from './fake-provider.ts';
import { type Owner, sampleInvoice, type TestApp } from './harness.ts';

const params = { currency: 'NGN' } as const;

/** Sets the owner's PIN. */
export const PIN = '2749';
export const setPin = (owner: Owner) => owner.call(api.business.createPin, { params, body: { pin: PIN } });

/** Puts money into an owner's wallet the way it really comes: an invoice of that amount, paid in full; the fee is ₦1. */
export async function fundWallet(
  app: TestApp,
  fake: FakeProvider,
  owner: Owner,
  amount: Minor,
  dueDate?: string,
): Promise<string> {
  const items = [{ description: 'Work', quantity: 1_000_000, rate: amount }];
  const { data } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({ taxRate: 0, items, ...(dueDate ? { dueDate } : {}) }),
  });
  await payInvoice(app, fake, { businessId: owner.businessId, invoiceId: data.id, amount });
  return data.id;
}

type Asked = { businessId: string; invoiceId: string; amount: Minor };

/** Opens a checkout in naira for an invoice, without its page; gives the reference its payments come under. */
export async function openCheckout(
  app: TestApp,
  { businessId, invoiceId, amount }: Asked,
  reference = `ref_${newToken(9)}`,
): Promise<string> {
  await app.system.db
    .insertInto('checkouts')
    .values({
      business_id: businessId,
      reference,
      invoice_id: invoiceId,
      provider: 'fake',
      currency: 'NGN',
      amount_minor: amount,
      checkout_url: null,
      account: null,
      ussd_code: null,
      created_at: app.config.clock(),
    })
    .execute();
  return reference;
}

/** Has an invoice paid in naira, as its customer does on the pay page. */
export async function payInvoice(app: TestApp, fake: FakeProvider, asked: Asked): Promise<void> {
  const payment = reported(await openCheckout(app, asked), asked.amount);
  await app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, payment));
}

/** The body of a withdrawal to the owner's own account. */
export const ownAccountPayout = (amount: Minor, more: Record<string, unknown> = {}) => ({
  type: 'self-withdraw' as const,
  amount,
  bankCode: '058',
  accountNumber: '0108024071',
  pin: PIN,
  ...more,
});
