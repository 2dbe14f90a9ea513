import { AppError } from '#core/errors.ts';
import type { Runs } from '#server/kernel/jobs.ts';
import { eachApart } from '#server/kernel/periodic.ts';
import type { RefundRequest, RefundState } from '#server/kernel/ports/index.ts';
import { providerByName } from '#server/kernel/providers.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { currentFreeze } from '#server/modules/ledger/queries.ts';
import { duePolls, sendOrPoll } from '#server/outbound/polling.ts';
import { applyRefundState, claimRefund } from '../commands/refunds.ts';
import type { jobs } from '../jobs.ts';
import { openRefundsOf, refundByReference } from '../queries/refunds.ts';
import type { RefundRow } from '../table.ts';
import { settleTransaction } from './collect.ts';
import { sendReceipt } from './receipts.ts';

const NOT_CONNECTED = 'The provider this was paid through is not connected any more';

/** Refuses to give money back through a provider that is no longer in use. */
export function requireProvider(scope: SystemScope, name: string): void {
  if (!providerByName(scope.ports.payments, name)) throw new AppError('not_configured', NOT_CONNECTED);
}

/** Polls a refund and books what the provider reports. */
export async function pollRefund(scope: SystemScope, reference: string): Promise<string> {
  const row = await refundByReference(scope.db, reference);
  const provider = row && providerByName(scope.ports.payments, row.provider);
  if (!row || !provider) return 'unknown_reference';
  const reported = await provider.refundState(requestOf(row));
  return scope.transactAsSystem((ctx) => applyRefundState(ctx, reference, reported));
}

/** Handles a webhook about refunds of a transaction: our own are polled, then the payment itself. */
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

/** Polls every refund that is due, and sends those whose job was lost. */
export async function sweepRefunds(scope: SystemScope): Promise<void> {
  const due = await duePolls(scope.db, 'refunds', scope.now);
  await eachApart(scope.log, due, ({ reference }) => send(scope, reference));
}

export const runs: Runs<typeof jobs> = {
  receipt: sendReceipt,
  refund: (scope, { reference }) => send(scope, reference),
  verify: async (scope, { provider: name, transactionId }) => {
    const provider = providerByName(scope.ports.payments, name);
    if (provider) await settleTransaction(scope, provider, transactionId);
  },
};

const send = (scope: SystemScope, reference: string): Promise<void> =>
  sendOrPoll(scope, 'refunds', reference, {
    claimSend: claimRefund,
    outcomeOf: (row, isFirst) => outcomeOf(scope, row, isFirst),
    apply: applyRefundState,
  });

// A refund whose process died between claiming and sending is polled, by one process at a time. Not every provider knows a
// repeated refund for what it is, and its list may lag: the same one is sent again only when two polls, minutes apart, found
// none.
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
