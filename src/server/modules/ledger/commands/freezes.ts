import { AppError } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { currentFreeze, payoutsAreStopped } from '../queries.ts';
import type { FreezeRow } from '../table.ts';

/** Ledger check failures: the broken invariants and the records that break them. */
export type Findings = { id: string; breaches: string[] }[];

/**
 * Stops every payout and refund from leaving until an operator resumes them; a second breach adds nothing.
 */
export async function freezePayouts(
  ctx: SystemCtx,
  reason: string,
  findings: Findings,
): Promise<'frozen' | 'already_frozen'> {
  if (await currentFreeze(ctx.tx)) return 'already_frozen';
  const frozen = await ctx.tx
    .insertInto('payout_freezes')
    .values({
      id: newId('frz', ctx.now),
      reason,
      findings: JSON.stringify(findings),
      began_at: ctx.now,
      ended_at: null,
      end_reason: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return frozen ? 'frozen' : 'already_frozen';
}

/** Lets payouts leave again, with a reason; null when they were not stopped. */
export async function resumePayouts(ctx: SystemCtx, reason: string): Promise<FreezeRow | null> {
  const ended = await ctx.tx
    .updateTable('payout_freezes')
    .set({ ended_at: ctx.now, end_reason: reason })
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return ended ?? null;
}

/** Throws `payouts_paused` while money may not leave. */
export async function refuseWhileFrozen(ctx: SystemCtx): Promise<void> {
  if (await payoutsAreStopped(ctx.tx))
    throw new AppError(
      'payouts_paused',
      'Sending money is paused for a moment while we check our books. Your money is safe; please try again later',
    );
}
