import type * as z from 'zod/mini';
import type { notificationPreferences } from '#contract/settings.ts';
import type { Db } from '#server/kernel/db.ts';
import type { NotificationEvent } from './table.ts';

/** Which news a business's owner wants, and how. */
export type Preferences = z.output<typeof notificationPreferences>;

const wanted = () => ({ email: true, screen: true, push: true, whatsapp: true });

/** What the owner chose; whatever was never chosen is on. */
export async function preferencesOf(db: Db, businessId: string): Promise<Preferences> {
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['event', 'email', 'screen', 'push', 'whatsapp'])
    .where('business_id', '=', businessId)
    .execute();
  const preferences: Preferences = {
    payment_received: wanted(),
    payment_refunded: wanted(),
    withdrawal_finished: wanted(),
    invoice_overdue: wanted(),
    message_failed: wanted(),
    weekly_summary: wanted(),
  };
  for (const { event, ...choice } of rows) preferences[event] = choice;
  return preferences;
}

/** By which ways the owner wants this news. */
export async function wantedWays(
  db: Db,
  businessId: string,
  event: NotificationEvent,
): Promise<Preferences[NotificationEvent]> {
  const row = await db
    .selectFrom('notification_preferences')
    .select(['email', 'screen', 'push', 'whatsapp'])
    .where('business_id', '=', businessId)
    .where('event', '=', event)
    .executeTakeFirst();
  return row ?? wanted();
}
