import { consumeLimit } from '#server/kernel/rate-limits.ts';
import { type CreditUsed, payWithCredit } from '../commands/credit.ts';
import { PAYMENTS_PER_CUSTOMER } from '../rules.ts';
import type { Reader } from './session.ts';

/** Pays the invoices the reader ticked with their credit. Throws as the command does, 429 too often. */
export async function payWithMyCredit(
  { scope, businessId, customerId }: Reader,
  ticked: readonly string[],
): Promise<CreditUsed> {
  await consumeLimit(scope.db, 'paymentsTogether', PAYMENTS_PER_CUSTOMER, customerId, scope.now);
  return scope.transactFor(businessId, (ctx) => payWithCredit(ctx, { businessId, customerId }, ticked));
}
