import type { LiveEvent } from '#contract/live.ts';
import { assert } from '#core/assert.ts';
import { least, type Minor, minor, ZERO } from '#core/money.ts';
import { publish, type SystemCtx } from '#server/kernel/scope.ts';
import { listWalkInCustomer } from '#server/modules/customers/commands/walk-in.ts';
import { withholdingOf } from '../queries/withholding.ts';
import { collectible, isActive } from '../rules/invoice.ts';
import type { Invoice } from '../table.ts';
import { adjustInvoice, changeSettled } from './adjust.ts';
import { takeEarlyDiscount } from './early-payment.ts';
import { reopenWithheld, settleWithheld } from './kept-tax.ts';
import { selectForUpdate } from './lifecycle.ts';
import { activateSale } from './pos-sale.ts';
import { recordInvoice } from './record-activity.ts';
import { askForRest, forgiveRest } from './small-rest.ts';

type Payment = { businessId: string; invoiceId: string; amount: Minor };

/** When its money came: a payment may be booked days after. */
type Came = { at?: Date | undefined };

type Applied = { applied: Minor; nowPaid: boolean; invoice: Invoice };

/** `payInvoice`, by the invoice's id; takes its lock. */
export async function applyPayment(
  ctx: SystemCtx,
  { businessId, invoiceId, amount, at }: Payment & Came,
): Promise<Applied> {
  const row = await selectForUpdate(ctx, businessId, invoiceId);
  assert(row, `invoice ${invoiceId} exists`);
  return payInvoice(ctx, row, amount, { at });
}

/**
 * Puts a payment (minor units) against a locked invoice as far as it is owed; the caller announces it. A discount for paying early
 * that it takes is credited first. What was written off of it is owed again before; where all but the declared withholding tax is
 * paid now, that is settled too, and so is a rest its owner forgives. A deleted or paid invoice takes nothing; a sale that awaited
 * payment becomes active. `nowPaid` is true for the one payment that settles it.
 */
export async function payInvoice(
  ctx: SystemCtx,
  row: Invoice,
  amount: Minor,
  { at = ctx.now }: Came = {},
): Promise<Applied> {
  const { business_id: businessId } = row;
  const sold = await activateSale(ctx, row);
  const invoice = await takeEarlyDiscount(ctx, sold, amount, at);
  const applied = least(amount, isActive(invoice) ? collectible(invoice) : ZERO);
  if (applied <= 0) return { applied: ZERO, nowPaid: false, invoice };
  if (invoice.customer_email === '') await listWalkInCustomer(ctx, businessId, invoice.customer_id);
  const owing = await recover(ctx, invoice, applied);
  const [paid, tax] = await Promise.all([
    changeSettled(ctx, owing, { paid_minor: applied }, at),
    applied < owing.balance_minor ? withholdingOf(ctx.tx, owing) : null,
  ]);
  const changed = await forgiveRest(ctx, await settleWithheld(ctx, paid, tax, at), tax, at);
  const nowPaid = changed.settled_as === 'paid' && invoice.settled_as !== 'paid';
  if (nowPaid) recordInvoice(ctx, changed, 'invoice_paid', `Invoice ${changed.number} is paid`);
  return { applied, nowPaid, invoice: changed };
}

/** Live events of money that went to an invoice. */
export const paidEvents = (invoiceId: string): LiveEvent[] => [
  { topic: 'invoices', invoiceId },
  { topic: 'payments', invoiceId },
];

/** Reverses a refunded payment's amount (minor units) on an invoice, which then owes it again. */
export async function reversePayment(
  ctx: SystemCtx,
  { businessId, invoiceId, amount }: Payment,
): Promise<Invoice> {
  const invoice = await selectForUpdate(ctx, businessId, invoiceId);
  assert(
    invoice && amount >= 0 && amount <= invoice.paid_minor,
    `invoice ${invoiceId} can give ${amount} back`,
  );
  if (amount === 0) return invoice;
  const owing = await changeSettled(ctx, invoice, { paid_minor: minor(-amount) });
  const changed = await askForRest(ctx, await reopenWithheld(ctx, owing));
  publish(ctx, businessId, { topic: 'invoices', invoiceId });
  return changed;
}

/** Money that came after a write-off takes it back as far as it goes, so that the invoice owes it again. */
async function recover(ctx: SystemCtx, invoice: Invoice, amount: Minor): Promise<Invoice> {
  const recovered = least(amount, invoice.written_off_minor);
  if (recovered === 0) return invoice;
  return adjustInvoice(ctx, invoice, {
    kind: 'write_off',
    source_id: null,
    amount_minor: minor(-recovered),
    note: RECOVERED,
    made_by: null,
  });
}

const RECOVERED = 'Recovered: money came for it';
