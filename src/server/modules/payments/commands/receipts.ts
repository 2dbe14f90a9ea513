import { sql } from 'kysely';
import { newToken } from '#core/ids.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import type { PaymentRow, ReceiptRow } from '../table.ts';

/**
 * Issues the receipt of a received payment, numbered next in its business; returns the existing one where
 * there is one. The caller holds the business's lock, so numbers have no gap and no repeat.
 */
export function issueReceipt(
  ctx: SystemCtx,
  payment: Pick<PaymentRow, 'business_id' | 'id'>,
): Promise<ReceiptRow> {
  const last = ctx.tx
    .selectFrom('receipts')
    .select((eb) => eb.fn.coalesce(eb.fn.max('number'), sql<number>`0`).as('number'))
    .where('business_id', '=', payment.business_id);
  return ctx.tx
    .insertInto('receipts')
    .values({
      business_id: payment.business_id,
      payment_id: payment.id,
      number: sql<number>`${last} + 1`,
      public_id: newToken(12),
      issued_at: ctx.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['business_id', 'payment_id'])
        .doUpdateSet((eb) => ({ payment_id: eb.ref('excluded.payment_id') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}
