import { type Selectable, sql } from 'kysely';
import { newId } from '#core/ids.ts';
import type { Minor } from '#core/money.ts';
import type { Database } from '#server/kernel/db.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';

type PaymentRow = Selectable<Database['payments']>;

/** Records the share of a payment that went to an invoice (minor units; negative reverses it), and when its money did. */
export async function allocate(
  ctx: SystemCtx,
  row: PaymentRow,
  invoiceId: string,
  amount: Minor,
  at: Date = ctx.now,
): Promise<PaymentRow> {
  if (amount === 0) return row;
  return ctx.tx
    .with('share', () => newAllocations(ctx, row, [{ invoiceId, applied: amount }], at))
    .updateTable('payments')
    .set((eb) => ({ applied_minor: sql<Minor>`${eb.ref('applied_minor')} + ${amount}` }))
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The statement that records which invoices (at least one) took how much of a payment, in minor units. */
export const newAllocations = (
  ctx: SystemCtx,
  { business_id, id }: Pick<PaymentRow, 'business_id' | 'id'>,
  shares: { invoiceId: string; applied: Minor }[],
  at: Date,
) =>
  ctx.tx.insertInto('allocations').values(
    shares.map(({ invoiceId, applied }) => ({
      business_id,
      id: newId('alc', ctx.now),
      payment_id: id,
      invoice_id: invoiceId,
      amount_minor: applied,
      moved_at: at,
      created_at: ctx.now,
    })),
  );
