import type { ReminderSettings } from '#contract/reminders.ts';
import { type Ctx, lockBusiness } from '#server/kernel/scope.ts';
import { lookAtAll } from '#server/modules/invoices/commands/reminded.ts';
import { ladderOf, settingsOf } from '../queries/settings.ts';
import { beginsAnew, changedSettings } from '../rules/settings.ts';

/** Updates the reminder settings; omitted ones stay. Throws 422. */
export async function chooseSettings(
  ctx: Ctx,
  change: { [K in keyof ReminderSettings]?: ReminderSettings[K] | undefined },
): Promise<ReminderSettings> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  const ladder = await ladderOf(ctx.tx, businessId);
  const before = settingsOf(ladder);
  const chosen = changedSettings(before, change);
  const { quietFrom, quietUntil, weeklyCap, steps, ...same } = chosen;
  const row = {
    ...same,
    steps: JSON.stringify(steps),
    quiet_from: quietFrom,
    quiet_until: quietUntil,
    weekly_cap: weeklyCap,
    since: beginsAnew(before, chosen) ? ctx.now : ladder.since,
    updated_at: ctx.now,
  };
  await ctx.tx
    .insertInto('reminder_settings')
    .values({ business_id: businessId, ...row })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(row))
    .execute();
  await lookAtAll(ctx, businessId);
  return chosen;
}
