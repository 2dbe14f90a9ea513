import type { SystemCtx } from '#server/kernel/scope.ts';
import { wantedChannels } from '../queries/preferences.ts';
import type { UnsubscribeTarget } from '../rules/unsubscribe.ts';

/** Suppresses the messages of an unsubscribe target, or allows them again. Idempotent. */
export async function setSuppressed(
  ctx: SystemCtx,
  target: UnsubscribeTarget,
  suppressed: boolean,
): Promise<void> {
  if (target.purpose !== 'reminders')
    return setEmailPreference(ctx, target.businessId, target.purpose, !suppressed);
  const key = { business_id: target.businessId, channel: 'email', address: target.address } as const;
  if (suppressed)
    await ctx.tx
      .insertInto('message_stops')
      .values({ ...key, stopped_at: ctx.now })
      .onConflict((conflict) => conflict.columns(['business_id', 'channel', 'address']).doNothing())
      .execute();
  else
    await ctx.tx
      .deleteFrom('message_stops')
      .where('business_id', '=', key.business_id)
      .where('channel', '=', key.channel)
      .where('address', '=', key.address)
      .execute();
}

async function setEmailPreference(
  ctx: SystemCtx,
  businessId: string,
  event: Exclude<UnsubscribeTarget['purpose'], 'reminders'>,
  email: boolean,
): Promise<void> {
  const channels = await wantedChannels(ctx.tx, businessId, event);
  await ctx.tx
    .insertInto('notification_preferences')
    .values({ business_id: businessId, event, ...channels, email, updated_at: ctx.now })
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'event']).doUpdateSet({ email, updated_at: ctx.now }),
    )
    .execute();
}
