import { mostForgiven } from '#contract/settings.ts';
import { formatMoney, type Minor, minor, ZERO } from '#core/money.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { forgivenRest } from '#server/modules/business/queries.ts';
import type { StandingWithholding } from '../queries/withholding.ts';
import { forgivenOf, isSmallRest } from '../rules/small-rest.ts';
import type { Invoice } from '../table.ts';
import { adjustInvoice } from './adjust.ts';
import { recordInvoice } from './record-activity.ts';

/**
 * Writes off what a payment has just left of a locked invoice, where it is no more than its owner forgives and not the tax its
 * customer says they keep.
 */
export async function forgiveRest(
  ctx: SystemCtx,
  invoice: Invoice,
  tax: StandingWithholding | null,
  at: Date,
): Promise<Invoice> {
  const { business_id: businessId, currency, balance_minor: rest } = invoice;
  if (!isSmallRest(invoice, mostForgiven(currency))) return invoice;
  if (!isSmallRest(invoice, await forgivenRest(ctx.tx, businessId, currency))) return invoice;
  if (tax?.state === 'declared' || tax?.state === 'pending') return invoice;
  const changed = await adjust(ctx, invoice, { amount: rest, note: SMALL_REST, at });
  const told = `${formatMoney(rest, currency)} of invoice ${invoice.number} was written off: small rest`;
  recordInvoice(ctx, changed, 'invoice_written_off', told, rest);
  return changed;
}

/** Money was taken off the invoice: the rest that was forgiven with it is owed again. */
export async function askForRest(ctx: SystemCtx, invoice: Invoice): Promise<Invoice> {
  if (invoice.written_off_minor === 0) return invoice;
  const rows = await ctx.tx
    .selectFrom('adjustments')
    .select(['amount_minor', 'made_by'])
    .where('business_id', '=', invoice.business_id)
    .where('invoice_id', '=', invoice.id)
    .where('kind', '=', 'write_off')
    .orderBy('created_at')
    // Of one transaction: what is taken back comes first.
    .orderBy('amount_minor')
    .execute();
  const forgiven = forgivenOf(rows);
  return forgiven === 0
    ? invoice
    : adjust(ctx, invoice, { amount: minor(-forgiven), note: TAKEN_BACK, at: ctx.now });
}

const adjust = (
  ctx: SystemCtx,
  invoice: Invoice,
  { amount: amount_minor, note, at }: { amount: Minor; note: string; at: Date },
) =>
  adjustInvoice(
    ctx,
    invoice,
    { kind: 'write_off', source_id: null, amount_minor, note, made_by: null },
    ZERO,
    at,
  );

const SMALL_REST = 'Small rest';
const TAKEN_BACK = 'The payment was taken back';
