import type { SystemScope } from '#server/scope.ts';
import { tellOfOverdue } from './commands.ts';
import { newlyOverdue } from './queries.ts';

/** Tells owners of invoices that have become overdue; each in a transaction of its own, so that one cannot hold up the rest. */
export async function sweepOverdue(scope: SystemScope): Promise<void> {
  for (const { businessId, invoiceId } of await newlyOverdue(scope.db, scope.now))
    await scope.transactAsSystem((ctx) => tellOfOverdue(ctx, businessId, invoiceId));
}
