import { api } from '#contract/index.ts';
import { minor } from '#core/money.ts';
import { recordPayment } from '#server/modules/payments/commands/record.ts';
import { type FakeProvider, reported } from '../../../../tests/fake-provider.ts';
import { type Owner, sampleInvoice, type TestApp } from '../../../../tests/harness.ts';
import { openCheckout } from '../../../../tests/money.ts';

const params = { currency: 'NGN' } as const;

/** A sent invoice of ₦1,000, with a way to pay it; `code` is its verification code, as stored. */
export async function sentInvoice(app: TestApp, owner: Owner, more: Record<string, unknown> = {}) {
  const body = sampleInvoice({
    taxRate: 0,
    items: [{ description: 'Tray', quantity: 1_000_000, rate: minor(1000_00) }],
    ...more,
  });
  const { data } = await owner.call(api.invoices.create, { params, body });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
  const row = await app.system.db
    .selectFrom('invoices')
    .select(['public_id', 'verification_code'])
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow();
  const asked = { businessId: owner.businessId, invoiceId: data.id, amount: minor(1000_00) };
  const reference = await openCheckout(app, asked);
  return {
    id: data.id,
    number: data.invoiceNumber,
    publicId: row.public_id,
    code: row.verification_code,
    reference,
  };
}

/** Has the provider confirm a payment of `amount` kobo, and gives it with its receipt. */
export async function payFor(
  app: TestApp,
  fake: FakeProvider,
  invoice: { reference: string },
  amount: number,
  more: Parameters<typeof reported>[2] = {},
) {
  const payment = reported(invoice.reference, minor(amount), more);
  fake.transactions.set(payment.transactionId, payment);
  await app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, payment));
  const receipt = await app.system.db
    .selectFrom('receipts as r')
    .innerJoin('payments as p', (join) =>
      join.onRef('p.business_id', '=', 'r.business_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .selectAll('r')
    .where('p.transaction_id', '=', payment.transactionId)
    .executeTakeFirstOrThrow();
  return { payment, receipt };
}

/** The visible text of a page. */
export const textOf = (page: string): string =>
  page
    .replace(/<(svg|style).*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .replace(/(\d) \.(\d)/g, '$1.$2');
