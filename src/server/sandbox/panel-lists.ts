import type { SandboxContext } from './books.ts';
import type { WebhookWithAttempts } from './panel-views.ts';
import type { Listed } from './refunds-view.ts';

/** How many records a list of the panel shows. */
export const SHOWN = 50;

export async function countOf(
  sandbox: SandboxContext,
  table: 'checkouts' | 'payments' | 'refunds' | 'payouts' | 'notices',
): Promise<number> {
  const row = await sandbox.db
    .selectFrom(`sandbox.${table}`)
    .select((eb) => eb.fn.countAll<number | string>().as('n'))
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

export function newestRefunds(sandbox: SandboxContext): Promise<Listed[]> {
  return sandbox.db
    .selectFrom('sandbox.refunds')
    .innerJoin('sandbox.payments', 'sandbox.payments.transaction_id', 'sandbox.refunds.transaction_id')
    .selectAll('sandbox.refunds')
    .select('sandbox.payments.currency')
    .orderBy('sandbox.refunds.created_at', 'desc')
    .limit(SHOWN)
    .execute();
}

export async function newestWebhooks(sandbox: SandboxContext): Promise<WebhookWithAttempts[]> {
  const webhooks = await sandbox.db
    .selectFrom('sandbox.notices')
    .selectAll()
    .orderBy('sequence', 'desc')
    .limit(SHOWN)
    .execute();
  const ids = webhooks.map((webhook) => webhook.event_id);
  if (ids.length === 0) return [];
  const attempts = await sandbox.db
    .selectFrom('sandbox.notice_attempts')
    .selectAll()
    .where('event_id', 'in', ids)
    .orderBy('id')
    .execute();
  return webhooks.map((webhook) => ({
    ...webhook,
    attempts: attempts.filter((one) => one.event_id === webhook.event_id),
  }));
}
