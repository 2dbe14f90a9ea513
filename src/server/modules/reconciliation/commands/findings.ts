import { newId } from '#core/ids.ts';
import { isCurrency } from '#core/money.ts';
import type { PaymentProvider, PayoutState, ProviderPayment, Span } from '#server/kernel/ports/index.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { correctFee, recordFeeLoss } from '#server/modules/payments/commands/fees.ts';
import { recordPayment } from '#server/modules/payments/commands/record.ts';
import { applyPayoutState } from '#server/modules/withdrawals/commands/payout.ts';
import { type Finding, meanings } from '../rules/findings.ts';
import type { DiscrepancyRow } from '../table.ts';
import { stopPayouts } from './stop.ts';

/** A run under way: the provider compared, and the operator alerted when payouts have to stop. */
export type Run = { id: string; provider: string; operatorEmail: string | null };

/** Notes that a comparison has begun. */
export async function beginRun(
  ctx: SystemCtx,
  provider: string,
  span: Span,
  operatorEmail: string | null,
): Promise<Run> {
  const id = newId('rcn', ctx.now);
  await ctx.tx
    .insertInto('reconciliation_runs')
    .values({
      id,
      provider,
      span_from: span.from,
      span_until: span.until,
      problem: null,
      started_at: ctx.now,
      finished_at: null,
    })
    .execute();
  return { id, provider, operatorEmail };
}

/** Notes how it ended. */
export async function finishRun(
  ctx: SystemCtx,
  run: Run,
  how: { items: number; found: number; mended: number; problem: string | null; at: Date },
): Promise<void> {
  const { at, ...figures } = how;
  await ctx.tx
    .updateTable('reconciliation_runs')
    .set({ ...figures, finished_at: at })
    .where('id', '=', run.id)
    .execute();
}

/** Provider data a correction needs beyond the finding itself. */
export type ProviderReport = {
  provider: PaymentProvider;
  payment?: ProviderPayment | null;
  payout?: PayoutState | null;
};
/** Result of recording a finding; `known` when it is open already or was accepted. */
export type RecordOutcome = 'mended' | 'needs_review' | 'known' | 'nothing';

/**
 * Corrects a finding where possible, by new entries through the commands that would have made them in time,
 * and records it beside them.
 */
export async function recordFinding(
  ctx: SystemCtx,
  run: Run,
  finding: Finding,
  reported: ProviderReport,
): Promise<RecordOutcome> {
  if (finding.outcome !== 'mend') return recordForReview(ctx, run, finding);
  const id = newId('dsc', ctx.now);
  const isMended = await mend(ctx, id, finding, reported);
  if (!isMended)
    return finding.kind === 'payment_missing_here'
      ? 'nothing'
      : recordForReview(ctx, run, { ...finding, reason: meanings[finding.kind] });
  await ctx.tx
    .insertInto('discrepancies')
    .values(rowOf(ctx, run, { ...finding, id, outcome: 'mended' }))
    .execute();
  return 'mended';
}

const recordedOutcomes: readonly string[] = ['credited', 'recorded', 'refunded', 'unmatched'];

async function mend(
  ctx: SystemCtx,
  id: string,
  finding: Finding,
  reported: ProviderReport,
): Promise<boolean> {
  const { provider, payment, payout } = reported;
  const by = finding.amount ?? 0;
  switch (finding.kind) {
    case 'payment_missing_here':
    case 'payment_amount_differs':
    case 'payment_status_differs':
    case 'refund_missing_here':
      return payment ? recordedOutcomes.includes(await recordPayment(ctx, provider, payment)) : false;
    case 'payment_fee_differs':
      return correctFee(ctx, { provider: provider.name, transactionId: finding.subject, by, sourceId: id });
    case 'payout_fee_differs':
      if (!finding.currency || !isCurrency(finding.currency)) return false;
      await recordFeeLoss(ctx, { provider: provider.name, currency: finding.currency, by, sourceId: id });
      return true;
    case 'payout_state_differs':
      return payout ? payout.state === (await applyPayoutState(ctx, finding.subject, payout)) : false;
    default:
      return false;
  }
}

/** Leaves a finding to a person, and stops payouts where money may be leaving wrongly. */
export async function recordForReview(
  ctx: SystemCtx,
  run: Run,
  finding: Finding,
): Promise<'needs_review' | 'known'> {
  if (await isAccepted(ctx, run, finding)) return 'known';
  const inserted = await ctx.tx
    .insertInto('discrepancies')
    .values(rowOf(ctx, run, { ...finding, id: newId('dsc', ctx.now), outcome: 'needs_review' }))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return 'known';
  if (finding.outcome === 'stop')
    await stopPayouts(ctx, run.operatorEmail, {
      reason: `${meanings[finding.kind]} (${run.provider}: ${finding.subject})`,
      findings: [{ id: finding.kind, breaches: [finding.subject] }],
    });
  return 'needs_review';
}

// A finding settled by hand stays settled for as long as both sides stay the same.
async function isAccepted(ctx: SystemCtx, run: Run, finding: Finding): Promise<boolean> {
  const accepted = await ctx.tx
    .selectFrom('discrepancies')
    .select('id')
    .where('provider', '=', run.provider)
    .where('kind', '=', finding.kind)
    .where('subject', '=', finding.subject)
    .where('settled_by', '=', 'operator')
    .where('ours', '=', finding.ours)
    .where('theirs', '=', finding.theirs)
    .executeTakeFirst();
  return accepted !== undefined;
}

const rowOf = (
  ctx: SystemCtx,
  run: Run,
  finding: Omit<Finding, 'outcome'> & { id: string; outcome: DiscrepancyRow['outcome'] },
) => ({
  id: finding.id,
  run_id: run.id,
  provider: run.provider,
  kind: finding.kind,
  subject: finding.subject,
  business_id: finding.businessId,
  currency: finding.currency,
  ours: finding.ours,
  theirs: finding.theirs,
  outcome: finding.outcome,
  reason: finding.reason,
  amount_minor: finding.amount,
  found_at: ctx.now,
  settled_at: null,
  settled_reason: null,
  settled_by: null,
});

/** Ends a discrepancy that waited for a person; null when none of that id does. */
export async function settleDiscrepancy(
  ctx: SystemCtx,
  id: string,
  how: { by: 'run' | 'operator'; reason: string },
): Promise<{ kind: string } | null> {
  const settled = await ctx.tx
    .updateTable('discrepancies')
    .set({ settled_at: ctx.now, settled_by: how.by, settled_reason: how.reason })
    .where('id', '=', id)
    .where('outcome', '=', 'needs_review')
    .where('settled_at', 'is', null)
    .returning('kind')
    .executeTakeFirst();
  return settled ?? null;
}
