import type * as z from 'zod/mini';
import { type notificationChanges, notificationEvents } from '#contract/settings.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { type Preferences, preferencesOf } from '../queries/preferences.ts';

type Changes = z.output<typeof notificationChanges>;

/** Updates the owner's notification preferences; omitted events and channels stay. */
export async function updatePreferences(ctx: Ctx, chosen: Changes): Promise<Preferences> {
  const { businessId } = ctx.actor;
  const before = await preferencesOf(ctx.tx, businessId);
  const rows = notificationEvents.flatMap((event) => {
    const choice = chosen[event];
    return choice
      ? [
          {
            business_id: businessId,
            event,
            ...before[event],
            ...definedChannels(choice),
            updated_at: ctx.now,
          },
        ]
      : [];
  });
  if (rows.length > 0)
    await ctx.tx
      .insertInto('notification_preferences')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['business_id', 'event']).doUpdateSet((eb) => ({
          email: eb.ref('excluded.email'),
          screen: eb.ref('excluded.screen'),
          push: eb.ref('excluded.push'),
          whatsapp: eb.ref('excluded.whatsapp'),
          updated_at: eb.ref('excluded.updated_at'),
        })),
      )
      .execute();
  return preferencesOf(ctx.tx, businessId);
}

const definedChannels = ({ email, screen, push, whatsapp }: NonNullable<Changes[keyof Changes]>) => ({
  ...(email === undefined ? {} : { email }),
  ...(screen === undefined ? {} : { screen }),
  ...(push === undefined ? {} : { push }),
  ...(whatsapp === undefined ? {} : { whatsapp }),
});
