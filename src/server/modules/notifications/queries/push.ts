import type { Db } from '#server/kernel/db.ts';

/** Push subscriptions of a business with active sessions. */
export const activeSubscriptions = (db: Db, businessId: string, now: Date) =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin('users', 'users.business_id', 'push_subscriptions.business_id')
    .innerJoin('sessions', (join) =>
      join
        .onRef('sessions.id', '=', 'push_subscriptions.session_id')
        .onRef('sessions.user_id', '=', 'users.id'),
    )
    .select(['push_subscriptions.id', 'subscription_sealed', 'push_subscriptions.business_id'])
    .where('push_subscriptions.business_id', '=', businessId)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .execute();
