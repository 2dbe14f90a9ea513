import { sql } from 'kysely';
import { plusMs } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import type { RetentionRule } from '#server/kernel/module.ts';
import { claimPeriodic } from '#server/kernel/periodic.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { manifests, tables } from '#server/modules/all.ts';
import { removeLeftovers, removeOldArchives } from '#server/ops/archive/expiry.ts';

/** Every retention rule, with its period: those of the modules, and of what operators leave behind. */
export const retention: readonly RetentionRule[] = [
  ...manifests.flatMap((module) => module.retention ?? []),
  {
    what: 'one-time codes (Google sign-in, extension, phone, email), passkey challenges, links and sessions of the customer portal, ended operator sessions',
    days: 1,
    purge: async (scope, before) => {
      for (const [table, { expires }] of Object.entries(tables))
        if (expires)
          await sql`delete from ${sql.table(table)} where expires_at < ${before}`.execute(scope.db);
    },
  },
  { what: 'archives in `DATA_DIR/backups`, `before-restore-…` included', days: 35, purge: removeOldArchives },
  { what: 'archives requested and not fetched, or not finished', days: 1, purge: removeLeftovers },
];

/** Purges everything past its retention; a failure does not delay the rest. */
export async function enforceRetention(scope: SystemScope): Promise<void> {
  for (const { what, days, purge, daily } of retention) {
    try {
      if (daily && !(await scope.transactAsSystem((ctx) => claimPeriodic(ctx, daily, DAY_MS)))) continue;
      await purge(scope, plusMs(scope.now, -days * DAY_MS));
    } catch (error) {
      scope.log.error({ err: error, what }, 'What was kept long enough could not be let go of');
    }
  }
}
