import type { LiveEvent } from '#contract/live.ts';
import { assert } from '#core/assert.ts';
import { dateIn } from '#core/dates.ts';
import { newId } from '#core/ids.ts';
import { add, least, type Minor, minor, subtract, ZERO } from '#core/money.ts';
import { recordOf } from '#core/records.ts';
import { type Ctx, publish, type SystemCtx } from '#server/kernel/scope.ts';
import { listWalkInCustomer } from '#server/modules/customers/commands/walk-in.ts';
import { withholdingOf } from '../queries/withholding.ts';
import { collectible, isActive } from '../rules/invoice.ts';
import { nextLetterAt, withheldOf } from '../rules/withholding.ts';
import type { Adjustment, Invoice } from '../table.ts';
import { selectForUpdate } from './lifecycle.ts';
import { activateSale } from './pos-sale.ts';
import { recordInvoice } from './record-activity.ts';

type Payment = { businessId: string; invoiceId: string; amount: Minor };

type Applied = { applied: Minor; nowPaid: boolean; invoice: Invoice };

/** `payInvoice`, by the invoice's id; takes its lock. */
export async function applyPayment(
  ctx: SystemCtx,
  { businessId, invoiceId, amount }: Payment,
): Promise<Applied> {
  const row = await selectForUpdate(ctx, businessId, invoiceId);
  assert(row, `invoice ${invoiceId} exists`);
  return payInvoice(ctx, row, amount);
}

/**
 * Puts a payment (minor units) against a locked invoice as far as it is owed; the caller announces it. What was written off of
 * it is owed again first, and where all but the declared withholding tax is paid now, that is settled too. A deleted or paid
 * invoice takes nothing; a sale that awaited payment becomes active. `nowPaid` is true for the one payment that settles it.
 */
export async function payInvoice(ctx: SystemCtx, row: Invoice, amount: Minor): Promise<Applied> {
  const { business_id: businessId } = row;
  const invoice = await activateSale(ctx, row);
  const applied = least(amount, isActive(invoice) ? collectible(invoice) : ZERO);
  if (applied <= 0) return { applied: ZERO, nowPaid: false, invoice };
  if (invoice.customer_email === '') await listWalkInCustomer(ctx, businessId, invoice.customer_id);
  const paid = await changeSettled(ctx, await recover(ctx, invoice, applied), { paid_minor: applied });
  const changed = await settleWithheld(ctx, paid);
  const nowPaid = changed.settled_as === 'paid' && invoice.settled_as !== 'paid';
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
  const changed = await reopenWithheld(ctx, owing);
  await publish(ctx, businessId, { topic: 'invoices', invoiceId });
  return changed;
}

type NewAdjustment = Pick<Adjustment, 'kind' | 'source_id' | 'amount_minor' | 'note' | 'made_by'>;

/**
 * Settles a part of a locked invoice (minor units) without money, or takes back a part that was settled so, below zero. It is at
 * most what is owed and `insteadOfPaid`: the part whose money leaves the invoice for it.
 */
export async function adjustInvoice(
  ctx: SystemCtx,
  invoice: Invoice,
  adjustment: NewAdjustment,
  insteadOfPaid: Minor = ZERO,
): Promise<Invoice> {
  const { business_id, id: invoice_id } = invoice;
  await ctx.tx
    .insertInto('adjustments')
    .values({ business_id, id: newId('adj', ctx.now), invoice_id, ...adjustment, created_at: ctx.now })
    .execute();
  const changed = await changeSettled(ctx, invoice, {
    [partOf[adjustment.kind]]: adjustment.amount_minor,
    paid_minor: minor(-insteadOfPaid),
  });
  await publish(ctx, business_id, { topic: 'invoices', invoiceId: invoice_id });
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

/** Settles the tax a customer declared to keep, when exactly it is left of an invoice; its certificate is awaited then. */
async function settleWithheld(ctx: SystemCtx, invoice: Invoice): Promise<Invoice> {
  const row = invoice.balance_minor > 0 ? await withholdingOf(ctx.tx, invoice) : null;
  if (row?.state !== 'declared') return invoice;
  const { base, amount } = withheldOf(invoice, row.rate_bps);
  if (amount !== invoice.balance_minor) return invoice;
  await ctx.tx
    .updateTable('withholdings')
    .set({
      state: 'pending',
      base_minor: base,
      amount_minor: amount,
      kept_at: ctx.now,
      letter_at: nextLetterAt(ctx.now, ctx.now),
      tax_year: Number(dateIn(ctx.now).slice(0, 4)),
      updated_at: ctx.now,
    })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .execute();
  return adjustInvoice(ctx, invoice, withheldAdjustment(row, amount, WITHHELD));
}

/** A declaration ends with what is owed: where all of it was settled otherwise, no tax was kept. */
async function endDeclared(ctx: SystemCtx, invoice: Invoice): Promise<void> {
  const { numUpdatedRows } = await ctx.tx
    .updateTable('withholdings')
    .set({ state: 'withdrawn', ended_by: 'settled', updated_at: ctx.now })
    .where('business_id', '=', invoice.business_id)
    .where('invoice_id', '=', invoice.id)
    .where('state', '=', 'declared')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n)
    await recordInvoice(
      ctx,
      invoice,
      'withholding_changed',
      `No withholding tax was kept of invoice ${invoice.number}: nothing of it was left`,
    );
}

/**
 * Takes back tax kept of a locked invoice whose certificate is awaited, as the invoice is credited whole: it owes the tax again. One
 * whose certificate came stands.
 */
export async function releaseWithheld(ctx: Ctx, invoice: Invoice): Promise<Invoice> {
  const row = invoice.withheld_minor > 0 ? await withholdingOf(ctx.tx, invoice) : null;
  if (row?.state !== 'pending') return invoice;
  await ctx.tx
    .updateTable('withholdings')
    .set({ state: 'withdrawn', ended_by: 'owner', letter_at: null, updated_at: ctx.now })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .execute();
  const adjustment = withheldAdjustment(row, minor(-row.amount_minor), CORRECTED);
  return adjustInvoice(ctx, invoice, { ...adjustment, made_by: ctx.actor.userId });
}

/** The rest of the invoice went back while the certificate is awaited: the tax is only declared again. A certificate that came stands. */
async function reopenWithheld(ctx: SystemCtx, invoice: Invoice): Promise<Invoice> {
  const row = invoice.withheld_minor > 0 ? await withholdingOf(ctx.tx, invoice) : null;
  if (row?.state !== 'pending') return invoice;
  await ctx.tx
    .updateTable('withholdings')
    .set({ state: 'declared', kept_at: null, letter_at: null, updated_at: ctx.now })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .execute();
  return adjustInvoice(ctx, invoice, withheldAdjustment(row, minor(-row.amount_minor), REOPENED));
}

const withheldAdjustment = ({ id }: { id: string }, amount_minor: Minor, note: string): NewAdjustment => ({
  kind: 'withholding',
  source_id: id,
  amount_minor,
  note,
  made_by: null,
});

const WITHHELD = 'Kept by the customer, the rest came';
const REOPENED = 'The payment was taken back';

const CORRECTED = 'The invoice is corrected';

const RECOVERED = 'Recovered: money came for it';

const parts = ['paid_minor', 'credited_minor', 'withheld_minor', 'written_off_minor'] as const;
type Part = (typeof parts)[number];

const partOf: Record<Adjustment['kind'], Part> = {
  credit_note: 'credited_minor',
  withholding: 'withheld_minor',
  write_off: 'written_off_minor',
};

async function changeSettled(
  ctx: SystemCtx,
  invoice: Invoice,
  changes: Partial<Record<Part, Minor>>,
): Promise<Invoice> {
  const settled = recordOf(parts, (part) => add(invoice[part], changes[part] ?? ZERO));
  const isSettled = subtract(invoice.balance_minor, add(...Object.values(changes))) === 0;
  const changed = await ctx.tx
    .updateTable('invoices')
    .set({
      ...settled,
      paid_at: isSettled ? (invoice.paid_at ?? ctx.now) : null,
      remind_at: ctx.now,
    })
    .where('business_id', '=', invoice.business_id)
    .where('id', '=', invoice.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (isSettled) await endDeclared(ctx, changed);
  return changed;
}
