import { ALERT_AFTER_SECONDS, REVIEW_AFTER_SECONDS } from '#core/backoff.ts';
import { plusMs } from '#core/dates.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { alertOfUnallocated, alertOfUnresolved } from '../commands/alerts.ts';
import { unallocatedWithoutAlert, unresolvedSince } from '../queries.ts';

const stages = [
  {
    stage: 'day',
    afterSeconds: ALERT_AFTER_SECONDS,
    message: 'A payout or refund has had no answer for a day',
  },
  {
    stage: 'week',
    afterSeconds: REVIEW_AFTER_SECONDS,
    message: 'A payout or refund has had no answer for a week and needs a person',
  },
] as const;

/** Alerts the operator, once at each stage, of sent money without a final state. */
export async function sweepUnresolved(scope: SystemScope): Promise<void> {
  for (const { stage, afterSeconds, message } of stages) {
    for (const row of await unresolvedSince(scope.db, plusMs(scope.now, -afterSeconds * 1000), stage)) {
      const isNew = await scope.transactAsSystem((ctx) =>
        alertOfUnresolved(ctx, scope.config.operatorEmail, row, stage),
      );
      if (isNew)
        scope.log.error({ what: row.what, reference: row.reference, provider: row.provider }, message);
    }
  }
}

/** Alerts the operator, once, of money received under an unknown reference. */
export async function sweepUnallocated(scope: SystemScope): Promise<void> {
  for (const payment of await unallocatedWithoutAlert(scope.db)) {
    const isNew = await scope.transactAsSystem((ctx) =>
      alertOfUnallocated(ctx, scope.config.operatorEmail, payment),
    );
    if (isNew)
      scope.log.error(
        { provider: payment.provider, transactionId: payment.transaction_id },
        'Money came in under a reference nobody here gave; it is kept in suspense',
      );
  }
}
