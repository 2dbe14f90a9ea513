import { type RawBuilder, sql } from 'kysely';
import { dateIn, plusMs } from '#core/dates.ts';
import { claimPeriodic } from '#server/kernel/periodic.ts';
import { purgeOldCounters, purgeOldResponses } from '#server/kernel/requests.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { purgeUsage } from '#server/modules/assistant/commands/proposals.ts';
import { purgeUnknownSignIns } from '#server/modules/audit/commands.ts';
import { purgeWebhookBodies } from '#server/modules/webhooks/commands.ts';
import { removeLeftovers, removeOldArchives } from '#server/ops/archive/expiry.ts';
import { abandonedKycDocuments, chatPictures, orphanedBytes } from './files.ts';

const DAY_MS = 24 * 3_600_000;

/** One rule of docs/data-and-privacy.md, word for word, and its purge. */
export type RetentionRule = {
  what: string;
  days: number;
  purge(scope: SystemScope, before: Date): Promise<unknown>;
};

const deleteBefore =
  (statement: (before: Date) => RawBuilder<unknown>): RetentionRule['purge'] =>
  (scope, before) =>
    statement(before).execute(scope.db);

/** Every retention rule, with its period. */
export const retention: readonly RetentionRule[] = [
  {
    what: 'rate-limit counters',
    days: 2,
    purge: (scope, before) => purgeOldCounters(scope.db, before),
  },
  {
    what: 'responses stored for an `Idempotency-Key`',
    days: 45,
    purge: (scope, before) => purgeOldResponses(scope.db, before),
  },
  {
    what: "bodies of payment providers' webhooks",
    days: 90,
    purge: (scope, before) => scope.transactAsSystem((ctx) => purgeWebhookBodies(ctx, before)),
  },
  {
    what: 'daily usage of a language model',
    days: 90,
    purge: (scope, before) => scope.transactAsSystem((ctx) => purgeUsage(ctx, dateIn(before))),
  },
  {
    what: 'failed log-ins to unknown addresses',
    days: 30,
    purge: (scope, before) => scope.transactAsSystem((ctx) => purgeUnknownSignIns(ctx, before)),
  },
  { what: 'KYC documents no profile refers to', days: 30, purge: abandonedKycDocuments },
  { what: 'pictures and documents sent to the assistant', days: 30, purge: chatPictures },
  { what: 'stored files no record refers to', days: 1, purge: orphanedBytes },
  {
    what: 'links in messages, used or expired',
    days: 7,
    purge: deleteBefore(
      (before) => sql`delete from email_tokens where least(expires_at, used_at) < ${before}`,
    ),
  },
  {
    what: 'ended sessions',
    days: 30,
    purge: deleteBefore(
      (before) => sql`delete from sessions where least(expires_at, revoked_at) < ${before}`,
    ),
  },
  {
    what: 'one-time codes (Google sign-in, extension, phone, e-mail) and passkey challenges',
    days: 1,
    purge: async (scope, before) => {
      for (const table of [
        'sign_in_codes',
        'extension_codes',
        'whatsapp_codes',
        'passkey_challenges',
        'step_up_codes',
      ])
        await sql`delete from ${sql.table(table)} where expires_at < ${before}`.execute(scope.db);
    },
  },
  {
    what: 'known browsers of an account',
    days: 400,
    purge: deleteBefore((before) => sql`delete from known_browsers where last_seen_at < ${before}`),
  },
  {
    what: 'messages in the dev mailbox',
    days: 90,
    purge: deleteBefore((before) => sql`delete from kept_mails where created_at < ${before}`),
  },
  {
    what: 'addresses on settled messages',
    days: 400,
    purge: deleteBefore(
      (before) => sql`update messages set to_address = '', reason = null
        where settled_at < ${before} and to_address <> '' and state not in ('queued', 'sending')`,
    ),
  },
  {
    what: 'privacy requests, with a keyed hash of who asked',
    days: 1095,
    purge: deleteBefore((before) => sql`delete from privacy_requests where created_at < ${before}`),
  },
  {
    what: 'archives in `DATA_DIR/backups`, `before-restore-…` included',
    days: 35,
    purge: removeOldArchives,
  },
  {
    what: 'archives requested and not fetched, or not finished',
    days: 1,
    purge: removeLeftovers,
  },
];

// Looking through all stored files is worth doing once a day, whichever process does it.
const RARELY = new Set([orphanedBytes]);

/** Purges everything past its retention; a failure does not delay the rest. */
export async function enforceRetention(scope: SystemScope): Promise<void> {
  for (const { what, days, purge } of retention) {
    try {
      const rare = RARELY.has(purge as typeof orphanedBytes);
      if (rare && !(await scope.transactAsSystem((ctx) => claimPeriodic(ctx, 'orphaned_bytes', DAY_MS))))
        continue;
      await purge(scope, plusMs(scope.now, -days * DAY_MS));
    } catch (error) {
      scope.log.error({ err: error, what }, 'What was kept long enough could not be let go of');
    }
  }
}
