import { sql } from 'kysely';
import { claimPeriodic } from '#server/kernel/periodic.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { stopPayouts } from '#server/modules/reconciliation/commands/stop.ts';
import { emitEvent } from '#server/observability/events.ts';
import { allHold, checkLedger, type Finding } from './check.ts';

const EVERY_MS = 5 * 60_000;

/** Checks every invariant when due, in one process at a time. A violation pauses payouts at once. */
export async function checkLedgerWhenDue(scope: SystemScope): Promise<void> {
  const isOurs = await scope.transactAsSystem((ctx) => claimPeriodic(ctx, 'check-books', EVERY_MS));
  if (isOurs) await checkNow(scope);
}

/** The same without waiting. Returns the broken invariants. */
export async function checkNow(scope: SystemScope): Promise<Finding[]> {
  const findings = await checkLedger(scope.db);
  const broken = findings.filter(({ breaches }) => breaches.length > 0);
  emitEvent('books', { broken: broken.length });
  await recordCheck(scope, broken.length);
  if (allHold(findings)) return [];
  const promises = broken.map(({ id, promise }) => `${id} (${promise})`);
  const stopped = await scope.transactAsSystem((ctx) =>
    stopPayouts(ctx, scope.config.operatorEmail, {
      reason: `The books do not hold: ${promises.join('; ')}`,
      findings: broken.map(({ id, breaches }) => ({ id, breaches })),
    }),
  );
  scope.log.error(
    { payouts: stopped, broken: broken.map(({ id, breaches }) => ({ id, breaches })) },
    `The books do not hold: ${promises.join('; ')}`,
  );
  return broken;
}

// For the metrics, from any process and after any start.
const recordCheck = ({ db, now }: SystemScope, broken: number) =>
  sql`insert into book_checks (checked_at, broken) values (${now}, ${broken})
    on conflict (one) do update set checked_at = excluded.checked_at, broken = excluded.broken`.execute(db);
