import { dateIn } from '#core/dates.ts';
import { type Minor, minor, ZERO } from '#core/money.ts';
import type { Ctx, SystemCtx } from '#server/kernel/scope.ts';
import { type StandingWithholding, withholdingOf } from '../queries/withholding.ts';
import { nextLetterAt, withheldOf } from '../rules/withholding.ts';
import type { Invoice } from '../table.ts';
import { adjustInvoice, type NewAdjustment } from './adjust.ts';

/** Settles the tax a customer declared to keep, when exactly it is left of an invoice; its certificate is awaited then. */
export async function settleWithheld(
  ctx: SystemCtx,
  invoice: Invoice,
  row: StandingWithholding | null,
  at: Date,
): Promise<Invoice> {
  if (row?.state !== 'declared' || invoice.balance_minor <= 0) return invoice;
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
      tax_year: Number(dateIn(at).slice(0, 4)),
      updated_at: ctx.now,
    })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .execute();
  return adjustInvoice(ctx, invoice, withheldAdjustment(row, amount, WITHHELD), ZERO, at);
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
export async function reopenWithheld(ctx: SystemCtx, invoice: Invoice): Promise<Invoice> {
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
