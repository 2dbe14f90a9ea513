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
