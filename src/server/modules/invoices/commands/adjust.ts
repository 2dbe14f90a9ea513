import { newId } from '#core/ids.ts';
import { add, type Minor, minor, subtract, ZERO } from '#core/money.ts';
import { recordOf } from '#core/records.ts';
import { publish, type SystemCtx } from '#server/kernel/scope.ts';
import type { Adjustment, Invoice } from '../table.ts';

/** A part of an invoice to be settled without money. */
export type NewAdjustment = Pick<Adjustment, 'kind' | 'source_id' | 'amount_minor' | 'note' | 'made_by'>;

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

const parts = ['paid_minor', 'credited_minor', 'withheld_minor', 'written_off_minor'] as const;
type Part = (typeof parts)[number];

const partOf: Record<Adjustment['kind'], Part> = {
  credit_note: 'credited_minor',
  withholding: 'withheld_minor',
  write_off: 'written_off_minor',
};

/** Changes the settled parts of a locked invoice by amounts in minor units; what is left decides whether it is settled. */
export function changeSettled(
  ctx: SystemCtx,
  invoice: Invoice,
  changes: Partial<Record<Part, Minor>>,
): Promise<Invoice> {
  const settled = recordOf(parts, (part) => add(invoice[part], changes[part] ?? ZERO));
  const isSettled = subtract(invoice.balance_minor, add(...Object.values(changes))) === 0;
  return ctx.tx
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
}
