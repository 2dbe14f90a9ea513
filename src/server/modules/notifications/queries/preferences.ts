import type * as z from 'zod/mini';
import { notificationEvents, type notificationPreferences } from '#contract/settings.ts';
import { recordOf } from '#core/records.ts';
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
  const preferences: Preferences = recordOf(notificationEvents, allEnabled);
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
