import type { SystemCtx } from '#server/kernel/scope.ts';
import { wantedWays } from '../queries.ts';
import type { WayOut } from '../rules/way-out.ts';

/** Suppresses the messages of an unsubscribe target, or allows them again. Idempotent. */
export async function setStopped(ctx: SystemCtx, way: WayOut, stopped: boolean): Promise<void> {
  if (way.purpose !== 'reminders') return setNewsByMail(ctx, way.businessId, way.purpose, !stopped);
  const stop = { business_id: way.businessId, channel: 'email', address: way.address } as const;
  if (stopped)
    await ctx.tx
      .insertInto('message_stops')
      .values({ ...stop, stopped_at: ctx.now })
      .onConflict((conflict) => conflict.columns(['business_id', 'channel', 'address']).doNothing())
      .execute();
  else
    await ctx.tx
      .deleteFrom('message_stops')
      .where('business_id', '=', stop.business_id)
      .where('channel', '=', stop.channel)
      .where('address', '=', stop.address)
      .execute();
}

async function setNewsByMail(
  ctx: SystemCtx,
  businessId: string,
  event: Exclude<WayOut['purpose'], 'reminders'>,
  email: boolean,
): Promise<void> {
  const ways = await wantedWays(ctx.tx, businessId, event);
  await ctx.tx
    .insertInto('notification_preferences')
    .values({ business_id: businessId, event, ...ways, email, updated_at: ctx.now })
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'event']).doUpdateSet({ email, updated_at: ctx.now }),
    )
    .execute();
}
