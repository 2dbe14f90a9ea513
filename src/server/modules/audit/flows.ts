import { dateIn } from '#core/dates.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { recordActorEvent } from './commands.ts';
import { chainOf } from './queries.ts';

/** The actor's full audit trail with hashes as JSON lines; docs/reports/audit.md explains how to verify them. */
export async function exportAuditTrail(scope: Scope): Promise<Response> {
  await scope.transact((ctx) => recordActorEvent(ctx, 'trail_exported'));
  const { businessId } = scope.actor;
  const first = { chain: businessId, book: 'audit', explained: 'docs/reports/audit.md', madeAt: scope.now };
  const lines = [first, ...(await chainOf(scope.db, businessId))].map((line) => JSON.stringify(line));
  return new Response(`${lines.join('\n')}\n`, {
    headers: {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Content-Disposition': `attachment; filename="duewell-security-${dateIn(scope.now)}.jsonl"`,
      'Cache-Control': 'private, no-store',
    },
  });
}
