import type { Runs } from '#server/kernel/jobs.ts';
import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import { providerNamed } from '#server/kernel/providers.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { settleTransaction } from '#server/modules/payments/flows.ts';
import { settleRefundsOf } from '#server/modules/payments/flows/refunds.ts';
import { checkPayout } from '#server/modules/withdrawals/flows.ts';
import { closeNotice } from './commands.ts';
import type { jobs } from './jobs.ts';
import type { NoticeRow } from './table.ts';

/** A webhook only names what to verify: the provider's response to our own request is what counts. */
export const runs: Runs<typeof jobs> = {
  process: async (scope, { provider: name, eventId }) => {
    const notice = await scope.db
      .selectFrom('payment_notices')
      .selectAll()
      .where('provider', '=', name)
      .where('event_id', '=', eventId)
      .executeTakeFirst();
    const provider = providerNamed(scope.ports.payments, name);
    if (!notice || !provider || notice.state !== 'received') return;
    const outcome = await ask(scope, provider, notice);
    await scope.transactAsSystem((ctx) => closeNotice(ctx, name, eventId, outcome));
  },
};

function ask(scope: SystemScope, provider: PaymentProvider, notice: NoticeRow): Promise<string> {
  if (notice.subject === 'payment') return settleTransaction(scope, provider, notice.subject_id);
  if (notice.subject === 'refund') return settleRefundsOf(scope, provider.name, notice.subject_id);
  return checkPayout(scope, notice.subject_id);
}
