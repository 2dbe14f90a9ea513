import { sql } from 'kysely';
import { laterOf } from '#core/dates.ts';
import { newId } from '#core/ids.ts';
import { add, type Minor, minor, subtract, ZERO } from '#core/money.ts';
import { recordOf } from '#core/records.ts';
import { publish, type SystemCtx } from '#server/kernel/scope.ts';
import { dueAfter } from '../rules/schedule.ts';
import type { Adjustment, Invoice } from '../table.ts';
import { recordInvoice } from './record-activity.ts';

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
  at: Date = ctx.now,
): Promise<Invoice> {
  const { business_id, id: invoice_id } = invoice;
  await ctx.tx
    .insertInto('adjustments')
    .values({ business_id, id: newId('adj', ctx.now), invoice_id, ...adjustment, created_at: ctx.now })
    .execute();
  const changes = { [partOf[adjustment.kind]]: adjustment.amount_minor, paid_minor: minor(-insteadOfPaid) };
  const changed = await changeSettled(ctx, invoice, changes, at);
  publish(ctx, business_id, { topic: 'invoices', invoiceId: invoice_id });
  return changed;
}

const parts = ['paid_minor', 'credited_minor', 'withheld_minor', 'written_off_minor'] as const;
type Part = (typeof parts)[number];

const partOf: Record<Adjustment['kind'], Part> = {
  credit_note: 'credited_minor',
  withholding: 'withheld_minor',
  write_off: 'written_off_minor',
  early_discount: 'credited_minor',
};

/**
 * Changes the settled parts of a locked invoice by amounts in minor units; what is left decides whether it is settled, `at` on
 * which day its money came.
 */
export async function changeSettled(
  ctx: SystemCtx,
  invoice: Invoice,
  changes: Partial<Record<Part, Minor>>,
  at: Date = ctx.now,
): Promise<Invoice> {
  const settled = recordOf(parts, (part) => add(invoice[part], changes[part] ?? ZERO));
  const left = subtract(invoice.balance_minor, add(...Object.values(changes)));
  const isSettled = left === 0;
  const changed = await ctx.tx
    .updateTable('invoices')
    .set({
      ...settled,
      ...dueAfter(invoice, subtract(invoice.total_minor, left)),
      paid_at: isSettled ? (invoice.paid_at ?? (await settledAt(ctx, { ...invoice, ...settled }, at))) : null,
      remind_at: ctx.now,
    })
    .where('business_id', '=', invoice.business_id)
    .where('id', '=', invoice.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (isSettled) await endDeclared(ctx, changed);
  return changed;
}

// A declaration ends with what is owed: where all of it was settled otherwise, no tax was kept.
async function endDeclared(ctx: SystemCtx, invoice: Invoice): Promise<void> {
  const { numUpdatedRows } = await ctx.tx
    .updateTable('withholdings')
    .set({ state: 'withdrawn', ended_by: 'settled', updated_at: ctx.now })
    .where('business_id', '=', invoice.business_id)
    .where('invoice_id', '=', invoice.id)
    .where('state', '=', 'declared')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n)
    recordInvoice(
      ctx,
      invoice,
      'withholding_changed',
      `No withholding tax was kept of invoice ${invoice.number}: nothing of it was left`,
    );
}

// Money may be booked after its day: what was settled since then by other money or without any says when nothing was left. Tax
// that was kept is settled with the money beside it.
async function settledAt(ctx: SystemCtx, invoice: Invoice, at: Date): Promise<Date> {
  if (at >= ctx.now) return ctx.now;
  const { business_id, id, credited_minor, written_off_minor } = invoice;
  const kinds = [credited_minor > 0 && 'credit_note', written_off_minor > 0 && 'write_off'].filter(Boolean);
  const { rows } = await sql<{ last: Date | null }>`select max(moved) as last from (
      select max(coalesce(moved_at, created_at)) filter (where amount_minor > 0) as moved from allocations
        where business_id = ${business_id} and invoice_id = ${id} group by payment_id having sum(amount_minor) > 0
      union all
      select created_at from adjustments where business_id = ${business_id} and invoice_id = ${id} and amount_minor > 0
        and kind = any(${kinds}::text[])) before`.execute(ctx.tx);
  return laterOf(at, rows[0]?.last ?? null) ?? at;
}
