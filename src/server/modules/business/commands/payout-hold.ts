import type { SystemCtx } from '#server/kernel/scope.ts';
import { recordOperator } from '#server/modules/audit/commands.ts';

/** Releases the payout hold of a taken-over account. False when there is none. */
export async function releasePayouts(ctx: SystemCtx, businessId: string, reason: string): Promise<boolean> {
  const released = await ctx.tx
    .updateTable('business_profiles')
    .set({ payouts_on_hold: false })
    .where('business_id', '=', businessId)
    .where('payouts_on_hold', '=', true)
    .returning('business_id')
    .executeTakeFirst();
  if (!released) return false;
  await recordOperator(ctx, `Money of ${businessId} released: ${reason}`);
  return true;
}

/** Records that the documents of a business were looked through and are in order. False where it has sent none. */
export async function acceptDocuments(ctx: SystemCtx, businessId: string, reason: string): Promise<boolean> {
  const accepted = await ctx.tx
    .updateTable('business_profiles')
    .set({ documents_accepted_at: ctx.now })
    .where('business_id', '=', businessId)
    .where('kyc_valid_id', 'is not', null)
    .returning('business_id')
    .executeTakeFirst();
  if (!accepted) return false;
  await recordOperator(ctx, `Documents of ${businessId} accepted: ${reason}`);
  return true;
}
