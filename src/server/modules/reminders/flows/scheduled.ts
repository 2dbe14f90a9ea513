import type { Runs } from '#server/kernel/jobs.ts';
import { eachApart } from '#server/kernel/periodic.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { advanceSchedule } from '../commands/advance.ts';
import { notifyOverdue } from '../commands/overdue.ts';
import type { jobs } from '../jobs.ts';
import { type DueReminder, dueReminders } from '../queries/due.ts';
import { newlyOverdue } from '../queries/overdue.ts';
import { sendStep } from './send.ts';

export const runs: Runs<typeof jobs> = { send: sendStep };

/** Notifies owners of newly overdue invoices; one transaction each, so that one cannot block the rest. */
export async function notifyNewlyOverdue(scope: SystemScope): Promise<void> {
  for (const { businessId, invoiceId } of await newlyOverdue(scope.db, scope.now))
    await scope.transactAsSystem((ctx) => notifyOverdue(ctx, businessId, invoiceId));
}

/** So many batches at once; the rest is for the next minute. */
const MAX_BATCHES = 20;

/** Advances every due dunning schedule, in all businesses; one transaction each. */
export async function advanceDueSchedules(scope: SystemScope): Promise<void> {
  const serviceSends = scope.ports.whatsapp !== null;
  let after: DueReminder | null = null;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const batchRows = await dueReminders(scope.db, scope.now, after);
    await eachApart(scope.log, batchRows, (invoiceKey) =>
      scope.transactAsSystem((ctx) => advanceSchedule(ctx, invoiceKey, serviceSends)),
    );
    after = batchRows.at(-1) ?? null;
    if (!after) return;
  }
}
