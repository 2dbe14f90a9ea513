import { minor } from '#core/money.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { notify } from '#server/modules/notifications/commands.ts';
import type { Run } from '../commands.ts';
import type { Orphan, Unresolved } from '../queries.ts';
import { meanings, money } from '../rules.ts';
import type { Examined } from './examine.ts';

/** Writes to the operator what a run left to a person; nothing when it left nothing. */
export async function tellOfRun(ctx: SystemCtx, run: Run, results: readonly Examined[]): Promise<void> {
  const open = results.filter(({ became }) => became === 'needs_review').map(({ finding }) => finding);
  if (open.length === 0 || !run.operatorEmail) return;
  await notify(ctx, {
    key: `reconciliation:${run.id}`,
    to: run.operatorEmail,
    letter: 'reconciliationFound',
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
export async function tellOfOrphan(
  ctx: SystemCtx,
  operatorEmail: string | null,
  orphan: Orphan,
): Promise<boolean> {
  const about = `${orphan.provider}:${orphan.transaction_id}`;
  if (!(await noteAlert(ctx, about, 'day'))) return false;
  if (operatorEmail)
    await notify(ctx, {
      key: `orphan:${about}`,
      to: operatorEmail,
      letter: 'moneyOfNobody',
      facts: {
        provider: orphan.provider,
        transactionId: orphan.transaction_id,
        reference: orphan.reference,
        amount: money(Number(orphan.amount_minor), orphan.currency),
      },
    });
  return true;
}

async function noteAlert(ctx: SystemCtx, about: string, stage: 'day' | 'week'): Promise<boolean> {
  const fresh = await ctx.tx
    .insertInto('operator_alerts')
    .values({ about, stage, told_at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('about')
    .executeTakeFirst();
  return fresh !== undefined;
}

/**
 * Records an alert about money without a final state, and mails the operator; false when it was sent before.
 */
export async function tellOfUnresolved(
  ctx: SystemCtx,
  operatorEmail: string | null,
  row: Unresolved,
  stage: 'day' | 'week',
): Promise<boolean> {
  if (!(await noteAlert(ctx, row.id, stage))) return false;
  if (operatorEmail)
    await notify(ctx, {
      key: `unresolved:${row.id}:${stage}`,
      to: operatorEmail,
      letter: 'moneyUnresolved',
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
