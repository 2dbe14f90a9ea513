import { dateIn } from '#core/dates.ts';
import { formatMoney, type Minor, subtract } from '#core/money.ts';
import type { SystemCtx } from '#server/scope.ts';
import { recordActivity } from '../activity/commands.ts';
import { businessForDocument } from '../business/queries.ts';
import { ownerOf } from '../identity/queries.ts';
import { balanceOf, type Invoice, payUrlOf } from '../invoices/rules.ts';
import { notify, notifyOwner } from '../notifications/commands.ts';
import type { PaymentRow } from './table.ts';

export type Told = { payment: PaymentRow; applied: Minor; nowPaid: boolean; invoice: Invoice };

/** Records money that arrived and what it did, and tells the owner and the customer. */
export async function tellOfPayment(ctx: SystemCtx, told: Told): Promise<void> {
  const { payment, nowPaid, invoice } = told;
  const metadata = aboutOf(payment, invoice);
  await recordActivity(ctx, payment.business_id, {
    type: 'payment_completed',
    description: describe(told),
    metadata,
  });
  if (nowPaid)
    await recordActivity(ctx, payment.business_id, {
      type: 'invoice_paid',
      description: `Invoice ${invoice.number} is paid`,
      metadata,
    });
  const business = await businessForDocument(ctx.tx, payment.business_id, ctx.sealer);
  const owner = await ownerOf(ctx.tx, payment.business_id);
  const facts = {
    number: invoice.number,
    customerName: invoice.customer_name,
    amount: payment.amount_minor,
    balance: balanceOf(invoice),
    currency: payment.currency,
    method: payment.method,
    reference: payment.reference,
    paidOn: dateIn(payment.completed_at ?? ctx.now, business.timeZone),
  };
  await notify(ctx, {
    key: `receipt:${payment.id}`,
    to: invoice.customer_email,
    letter: 'receipt',
    facts: {
      ...facts,
      business: { name: business.name, primaryColor: business.primaryColor },
      payUrl: payUrlOf(ctx.publicUrl, invoice.public_id),
    },
  });
  await notifyOwner(
    ctx,
    { businessId: payment.business_id, event: 'payment_received' },
    {
      key: `payment:${payment.id}`,
      to: owner.email,
      letter: 'paymentReceived',
      facts: { ...facts, firstName: owner.firstName, fee: payment.fee_minor, testMode: payment.test_mode },
    },
  );
}

/** Records a refund and that the invoice owes again, and tells the owner. */
export async function tellOfRefund(
  ctx: SystemCtx,
  { payment, invoice }: { payment: PaymentRow; invoice: Invoice },
): Promise<void> {
  await recordActivity(ctx, payment.business_id, {
    type: 'payment_refunded',
    description: `A payment of ${invoice.number} was given back to ${invoice.customer_name}`,
    metadata: aboutOf(payment, invoice),
  });
  const owner = await ownerOf(ctx.tx, payment.business_id);
  await notifyOwner(
    ctx,
    { businessId: payment.business_id, event: 'payment_refunded' },
    {
      key: `refund:${payment.id}`,
      to: owner.email,
      letter: 'paymentRefunded',
      facts: {
        firstName: owner.firstName,
        number: invoice.number,
        customerName: invoice.customer_name,
        amount: payment.amount_minor,
        currency: payment.currency,
        reference: payment.reference,
      },
    },
  );
}

function describe({ payment, applied, nowPaid, invoice }: Told): string {
  const over = subtract(payment.amount_minor, applied);
  if (over === 0) return `${invoice.customer_name} paid ${nowPaid ? '' : 'part of '}${invoice.number}`;
  return `${invoice.customer_name} paid ${formatMoney(over, payment.currency)} more than was owed on ${invoice.number}. It is kept as their credit`;
}

const aboutOf = (payment: PaymentRow, invoice: Invoice) => ({
  customerName: invoice.customer_name,
  amountMinor: payment.amount_minor,
  currency: payment.currency,
  invoiceId: invoice.id,
  invoiceNumber: invoice.number,
});
