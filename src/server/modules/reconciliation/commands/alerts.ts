import { minor } from '#core/money.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { notify } from '#server/modules/notifications/commands/notify.ts';
import type { UnallocatedPayment, Unresolved } from '../queries.ts';
import { meanings, money } from '../rules/findings.ts';
import type { Examined } from './examine.ts';
import type { Run } from './findings.ts';

/** Writes to the operator what a run left to a person; nothing when it left nothing. */
export async function alertOfRun(ctx: SystemCtx, run: Run, results: readonly Examined[]): Promise<void> {
  const open = results.filter(({ result }) => result === 'needs_review').map(({ finding }) => finding);
  if (open.length === 0 || !run.operatorEmail) return;
  await notify(ctx, {
    key: `reconciliation:${run.id}`,
    to: run.operatorEmail,
    template: 'reconciliationFound',
    facts: {
      provider: run.provider,
      findings: open.map(({ kind, subject, ours, theirs }) => ({
        meaning: meanings[kind],
        subject,
        ours,
        theirs,
      })),
    },
  });
}

/** Records an alert about unallocated funds, and mails the operator; false when it was sent before. */
export async function alertOfUnallocated(
  ctx: SystemCtx,
  operatorEmail: string | null,
  payment: UnallocatedPayment,
): Promise<boolean> {
  const about = `${payment.provider}:${payment.transaction_id}`;
  if (!(await recordAlert(ctx, about, 'day'))) return false;
  if (operatorEmail)
    await notify(ctx, {
      key: `orphan:${about}`,
      to: operatorEmail,
      template: 'moneyOfNobody',
      facts: {
        provider: payment.provider,
        transactionId: payment.transaction_id,
        reference: payment.reference,
        amount: money(Number(payment.amount_minor), payment.currency),
      },
    });
  return true;
}

async function recordAlert(ctx: SystemCtx, about: string, stage: 'day' | 'week'): Promise<boolean> {
  const inserted = await ctx.tx
    .insertInto('operator_alerts')
    .values({ about, stage, told_at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('about')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Records an alert about money without a final state, and mails the operator; false when it was sent before.
 */
export async function alertOfUnresolved(
  ctx: SystemCtx,
  operatorEmail: string | null,
  row: Unresolved,
  stage: 'day' | 'week',
): Promise<boolean> {
  if (!(await recordAlert(ctx, row.id, stage))) return false;
  if (operatorEmail)
    await notify(ctx, {
      key: `unresolved:${row.id}:${stage}`,
      to: operatorEmail,
      template: 'moneyUnresolved',
      facts: {
        what: row.what,
        stage,
        amount: minor(Number(row.amount_minor)),
        currency: row.currency,
        provider: row.provider,
        reference: row.reference,
      },
    });
  return true;
}
