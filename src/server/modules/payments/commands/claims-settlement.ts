import { sql } from 'kysely';
import { type Ctx, publish } from '#server/kernel/scope.ts';
import type { ClaimRow, PaymentRow } from '../table.ts';

type Settled = { state: 'confirmed'; payment_id: string } | { state: 'dismissed' };
type Claim = Pick<ClaimRow, 'business_id' | 'id' | 'invoice_id'>;
type Money = Pick<PaymentRow, 'business_id' | 'id' | 'amount_minor' | 'day'>;

/** Settles a claim, under the business's lock. */
export async function settleClaim(ctx: Ctx, claim: Claim, settled: Settled): Promise<void> {
  await ctx.tx
    .updateTable('payment_claims')
    .set({ ...settled, settled_at: ctx.now })
    .where('business_id', '=', claim.business_id)
    .where('id', '=', claim.id)
    .where('state', '=', 'open')
    .execute();
  publish(ctx, claim.business_id, { topic: 'payments', invoiceId: claim.invoice_id });
}

/**
 * Confirms the open claim a payment is the money of: for one of its invoices, of its amount, and of the nearest day. Left open, the same
 * money could be recorded once more.
 */
export async function confirmClaimOf(ctx: Ctx, money: Money, invoiceIds: readonly string[]): Promise<void> {
  const claim = await ctx.tx
    .selectFrom('payment_claims')
    .select(['business_id', 'id', 'invoice_id'])
    .where('business_id', '=', money.business_id)
    .where('invoice_id', 'in', invoiceIds)
    .where('state', '=', 'open')
    .where('amount_minor', '=', money.amount_minor)
    .orderBy(sql`abs(day - ${money.day}::date)`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (claim) await settleClaim(ctx, claim, { state: 'confirmed', payment_id: money.id });
}

/** Opens the claim of a payment again that was taken back: its money is still to be looked for. */
export async function reopenClaimOf(ctx: Ctx, { business_id, id }: Pick<Money, 'business_id' | 'id'>) {
  await ctx.tx
    .updateTable('payment_claims')
    .set({ state: 'open', payment_id: null, settled_at: null })
    .where('business_id', '=', business_id)
    .where('payment_id', '=', id)
    .execute();
}
