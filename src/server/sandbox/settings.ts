import type { Kysely } from 'kysely';
import type { PayoutPlan, RefundOutcome, SandboxTables } from './table.ts';

/** Simulated faults of the sandbox. Stored in its database, so that every process of the service agrees. */
export type SandboxSettings = {
  webhookDelayMs: number;
  /** Deliveries of each webhook (1 to 5). */
  webhookCopies: number;
  /** Webhooks are recorded but never sent. */
  webhookDrop: boolean;
  /** Every second webhook is delayed, so that the next overtakes it. */
  webhookReorder: boolean;
  /** Every call answers as if the provider could not be reached. */
  providerDown: boolean;
  /** Outcome of new payouts, or that their account and amount decide. */
  payoutOutcome: PayoutPlan | 'by_account';
  /** Outcome of new refunds. */
  refundOutcome: RefundOutcome;
};

export async function readSettings(db: Kysely<SandboxTables>): Promise<SandboxSettings> {
  const row = await db.selectFrom('sandbox.settings').selectAll().executeTakeFirstOrThrow();
  return {
    webhookDelayMs: row.webhook_delay_ms,
    webhookCopies: row.webhook_copies,
    webhookDrop: row.webhook_drop,
    webhookReorder: row.webhook_reorder,
    providerDown: row.provider_down,
    payoutOutcome: row.payout_outcome,
    refundOutcome: row.refund_outcome,
  };
}

/** Changes some settings and answers all of them. */
export async function changeSettings(
  db: Kysely<SandboxTables>,
  change: Partial<SandboxSettings>,
): Promise<SandboxSettings> {
  if (Object.keys(change).length > 0) {
    await db
      .updateTable('sandbox.settings')
      .set({
        webhook_delay_ms: change.webhookDelayMs,
        webhook_copies: change.webhookCopies,
        webhook_drop: change.webhookDrop,
        webhook_reorder: change.webhookReorder,
        provider_down: change.providerDown,
        payout_outcome: change.payoutOutcome,
        refund_outcome: change.refundOutcome,
      })
      .execute();
  }
  return readSettings(db);
}
