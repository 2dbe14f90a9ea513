import type { Runs } from '#server/kernel/jobs.ts';
import { inBatches } from '#server/kernel/periodic.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { advanceSchedules } from '../commands/advance.ts';
import { notifyOverdue } from '../commands/overdue.ts';
import type { jobs } from '../jobs.ts';
import type { InvoiceKey } from '../queries/dunning-context.ts';
import { dueReminders } from '../queries/due.ts';
import { newlyOverdue } from '../queries/overdue.ts';
import { sendStep } from './send.ts';

export const runs: Runs<typeof jobs> = { send: sendStep };

const idsOf = (keys: readonly InvoiceKey[]): string[] => keys.map(({ invoiceId }) => invoiceId);

/** Notifies owners of newly overdue invoices. */
export async function notifyNewlyOverdue(scope: SystemScope): Promise<void> {
  await inBatches(scope, await newlyOverdue(scope.db, scope.now), (ctx, businessId, keys) =>
    notifyOverdue(ctx, businessId, idsOf(keys)),
  );
}

/** Advances every due dunning schedule, in all businesses. */
export async function advanceDueSchedules(scope: SystemScope): Promise<void> {
  const serviceSends = scope.ports.whatsapp !== null;
  await inBatches(scope, await dueReminders(scope.db, scope.now), (ctx, businessId, keys) =>
    advanceSchedules(ctx, businessId, idsOf(keys), serviceSends),
  );
}
