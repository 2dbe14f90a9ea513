import type * as z from 'zod/mini';
import type { notificationPreferences } from '#contract/settings.ts';
import type { Db } from '#server/db.ts';
import type { NotificationEvent } from './table.ts';

/** Which news a business's owner wants, and how. */
export type Preferences = z.output<typeof notificationPreferences>;

const wanted = () => ({ email: true, screen: true });

/** What the owner chose; whatever was never chosen is on. */
export async function preferencesOf(db: Db, businessId: string): Promise<Preferences> {
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['event', 'email', 'screen'])
    .where('business_id', '=', businessId)
    .execute();
  const preferences: Preferences = {
    payment_received: wanted(),
    payment_refunded: wanted(),
    withdrawal_finished: wanted(),
    invoice_overdue: wanted(),
  };
  for (const { event, ...choice } of rows) preferences[event] = choice;
  return preferences;
}

/** Whether the owner wants this news by mail. */
export async function wantsMail(db: Db, businessId: string, event: NotificationEvent): Promise<boolean> {
  const row = await db
    .selectFrom('notification_preferences')
    .select('email')
    .where('business_id', '=', businessId)
    .where('event', '=', event)
    .executeTakeFirst();
  return row?.email ?? true;
}
