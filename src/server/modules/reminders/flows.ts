import type { Runs } from '#server/kernel/jobs.ts';
import { eachApart } from '#server/kernel/periodic.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { tellOfOverdue } from './commands.ts';
import { climb } from './commands/ladder.ts';
import { sendStep } from './flows/send.ts';
import type { jobs } from './jobs.ts';
import { newlyOverdue } from './queries.ts';
import { type Place, toLookAt } from './queries/due.ts';

export const runs: Runs<typeof jobs> = { send: sendStep };

/** Notifies owners of newly overdue invoices; one transaction each, so that one cannot block the rest. */
export async function sweepOverdue(scope: SystemScope): Promise<void> {
  for (const { businessId, invoiceId } of await newlyOverdue(scope.db, scope.now))
    await scope.transactAsSystem((ctx) => tellOfOverdue(ctx, businessId, invoiceId));
}

/** So many batches at once; the rest is for the next minute. */
const BATCHES = 20;

/** Advances every due dunning schedule, in all businesses; one transaction each. */
export async function sweepReminders(scope: SystemScope): Promise<void> {
  const serviceSends = scope.ports.whatsapp !== null;
  let after: Place | null = null;
  for (let batch = 0; batch < BATCHES; batch++) {
    const found = await toLookAt(scope.db, scope.now, after);
    await eachApart(scope.log, found, (which) =>
      scope.transactAsSystem((ctx) => climb(ctx, which, serviceSends)),
    );
    after = found.at(-1) ?? null;
    if (!after) return;
  }
}
