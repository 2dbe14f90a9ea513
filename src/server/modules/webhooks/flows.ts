import type { Runs } from '#server/kernel/jobs.ts';
import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import { providerByName } from '#server/kernel/providers.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { settleTransaction } from '#server/modules/payments/flows/collect.ts';
import { settleRefundsOf } from '#server/modules/payments/flows/refunds.ts';
import { keepAgreedCards } from '#server/modules/saved-cards/flows/keep.ts';
import { pollPayout } from '#server/modules/withdrawals/flows/payout.ts';
import { closeWebhook } from './commands.ts';
import type { jobs } from './jobs.ts';
import type { WebhookEventRow } from './table.ts';

/** A webhook only names what to verify: the provider's response to our own request is what counts. */
export const runs: Runs<typeof jobs> = {
  process: async (scope, { provider: name, eventId }) => {
    const event = await scope.db
      .selectFrom('payment_notices')
      .selectAll()
      .where('provider', '=', name)
      .where('event_id', '=', eventId)
      .executeTakeFirst();
    const provider = providerByName(scope.ports.payments, name);
    if (!event || !provider || event.state !== 'received') return;
    const outcome = await pollSubject(scope, provider, event);
    await scope.transactAsSystem((ctx) => closeWebhook(ctx, name, eventId, outcome));
  },
};

async function pollSubject(
  scope: SystemScope,
  provider: PaymentProvider,
  event: WebhookEventRow,
): Promise<string> {
  if (event.subject === 'payment') {
    const outcome = await settleTransaction(scope, provider, event.subject_id);
    // The payer was told that their card is saved with the payment, and looks for it now.
    await keepAgreedCards(scope, { provider: provider.name, transactionId: event.subject_id });
    return outcome;
  }
  if (event.subject === 'refund') return settleRefundsOf(scope, provider.name, event.subject_id);
  return pollPayout(scope, event.subject_id);
}
