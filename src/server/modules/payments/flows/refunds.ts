import { AppError } from '#core/errors.ts';
import type { Runs } from '#server/kernel/jobs.ts';
import { eachApart } from '#server/kernel/periodic.ts';
import type { RefundRequest, RefundState } from '#server/kernel/ports/index.ts';
import { providerByName } from '#server/kernel/providers.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { currentFreeze } from '#server/modules/ledger/queries.ts';
import { applyRefundState, claimRefund, claimRefundPoll, releaseRefundPoll } from '../commands/refunds.ts';
import type { jobs } from '../jobs.ts';
import { dueRefunds, openRefundsOf, refundByReference } from '../queries/refunds.ts';
import type { RefundRow } from '../table.ts';
import { settleTransaction } from './collect.ts';
import { sendReceipt } from './receipts.ts';

const NOT_CONNECTED = 'The provider this was paid through is not connected any more';

/** Refuses to give money back through a provider that is no longer in use. */
export function requireProvider(scope: SystemScope, name: string): void {
  if (!providerByName(scope.ports.payments, name)) throw new AppError('not_configured', NOT_CONNECTED);
}

/** Polls the provider about a refund and applies its state. */
export async function pollRefund(scope: SystemScope, reference: string): Promise<string> {
  const row = await refundByReference(scope.db, reference);
  const provider = row && providerByName(scope.ports.payments, row.provider);
  if (!row || !provider) return 'unknown_reference';
  const reported = await provider.refundState(requestOf(row));
  return scope.transactAsSystem((ctx) => applyRefundState(ctx, reference, reported));
}

/**
 * Handles a webhook about refunds of a transaction: polls our own refunds, then verifies the payment itself.
 */
export async function settleRefundsOf(
  scope: SystemScope,
  providerName: string,
  transactionId: string,
): Promise<string> {
  const provider = providerByName(scope.ports.payments, providerName);
  if (!provider) return 'unknown_provider';
  for (const { reference } of await openRefundsOf(scope.db, providerName, transactionId))
    await pollRefund(scope, reference);
  return settleTransaction(scope, provider, transactionId);
}

/** Polls every refund whose next poll is due, and sends those whose job was lost. */
export async function sweepRefunds(scope: SystemScope): Promise<void> {
  const due = await dueRefunds(scope.db, scope.now);
  await eachApart(scope.log, due, ({ reference }) => sendOrPoll(scope, reference));
}

export const runs: Runs<typeof jobs> = {
  receipt: sendReceipt,
  refund: (scope, { reference }) => sendOrPoll(scope, reference),
  verify: async (scope, { provider: name, transactionId }) => {
    const provider = providerByName(scope.ports.payments, name);
    if (provider) await settleTransaction(scope, provider, transactionId);
  },
};

// A process that died between claiming and sending is recovered by polling, one process at a time. Not every
// provider recognises a repeated refund, and its list may lag: the same one is sent again only when two
// polls, minutes apart, found none.
async function sendOrPoll(scope: SystemScope, reference: string): Promise<void> {
  const claimed = await scope.transactAsSystem((ctx) => claimRefund(ctx, reference));
  const row = claimed ?? (await scope.transactAsSystem((ctx) => claimRefundPoll(ctx, reference)));
  if (!row) return;
  try {
    const reported = await outcomeOf(scope, row, claimed !== null);
    await scope.transactAsSystem((ctx) => applyRefundState(ctx, reference, reported, { wasDue: true }));
  } catch (error) {
    // A failure on our side is retried by the next poll, without waiting for the lease to run out.
    await scope.transactAsSystem((ctx) => releaseRefundPoll(ctx, reference));
    throw error;
  }
}

async function outcomeOf(scope: SystemScope, row: RefundRow, isFirst: boolean): Promise<RefundState> {
  const provider = providerByName(scope.ports.payments, row.provider);
  if (!provider) return { state: isFirst ? 'failed' : 'unknown', reason: NOT_CONNECTED, providerId: null };
  if (isFirst) return provider.sendRefund(requestOf(row));
  const known = await provider.refundState(requestOf(row));
  const maySend = known.state === 'not_found' && row.tries > 0 && !(await currentFreeze(scope.db));
  return maySend ? provider.sendRefund(requestOf(row)) : known;
}

const requestOf = (row: RefundRow): RefundRequest => ({
  reference: row.reference,
  transactionId: row.transaction_id,
  paymentReference: row.payment_reference,
  amount: row.amount_minor,
  currency: row.currency,
  reason: row.reason,
  providerId: row.provider_id,
});
