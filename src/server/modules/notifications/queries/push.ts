import type { Db } from '#server/kernel/db.ts';

/** Push subscriptions of a business with active sessions. */
export const activeSubscriptions = (db: Db, businessId: string, now: Date) =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select(['push_subscriptions.id', 'subscription_sealed', 'business_id'])
    .where('business_id', '=', businessId)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .execute();
