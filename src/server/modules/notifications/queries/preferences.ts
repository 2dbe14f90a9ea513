import type * as z from 'zod/mini';
import type { notificationPreferences } from '#contract/settings.ts';
import type { Db } from '#server/kernel/db.ts';
import type { NotificationEvent } from '../table.ts';

/** Notification preferences of a business's owner, by event and channel. */
export type Preferences = z.output<typeof notificationPreferences>;

const allEnabled = () => ({ email: true, screen: true, push: true, whatsapp: true });

/** The owner's preferences; unset ones are on. */
export async function preferencesOf(db: Db, businessId: string): Promise<Preferences> {
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['event', 'email', 'screen', 'push', 'whatsapp'])
    .where('business_id', '=', businessId)
    .execute();
  const preferences: Preferences = {
    payment_received: allEnabled(),
    payment_refunded: allEnabled(),
    withdrawal_finished: allEnabled(),
    invoice_overdue: allEnabled(),
    message_failed: allEnabled(),
    weekly_summary: allEnabled(),
  };
  for (const { event, ...choice } of rows) preferences[event] = choice;
  return preferences;
}

/** Channels the owner enabled for an event. */
export async function wantedChannels(
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
  return row ?? allEnabled();
}
