import type { SystemCtx } from '#server/kernel/scope.ts';
import { type Findings, freezePayouts } from '#server/modules/ledger/commands/freezes.ts';
import { currentFreeze } from '#server/modules/ledger/queries.ts';
import { notify } from '#server/modules/notifications/commands/notify.ts';

/** Stops payouts and writes to the operator, once for each stop. */
export async function stopPayouts(
  ctx: SystemCtx,
  operatorEmail: string | null,
  why: { reason: string; findings: Findings },
): Promise<'frozen' | 'already_frozen'> {
  const outcome = await freezePayouts(ctx, why.reason, why.findings);
  const freeze = outcome === 'frozen' ? await currentFreeze(ctx.tx) : null;
  if (freeze && operatorEmail)
    await notify(ctx, {
      key: `payouts-stopped:${freeze.id}`,
      to: operatorEmail,
      template: 'payoutsStopped',
      facts: { reason: why.reason, findings: why.findings },
    });
  return outcome;
}
