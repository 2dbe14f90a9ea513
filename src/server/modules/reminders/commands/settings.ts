import type { ReminderSettings } from '#contract/reminders.ts';
import type { Currency } from '#core/money.ts';
import { type Ctx, lockBusiness, publish } from '#server/kernel/scope.ts';
import { lockInvoice } from '#server/modules/invoices/commands/lifecycle.ts';
import { rescheduleReminders } from '#server/modules/invoices/commands/reminders.ts';
import { scheduleOf, settingsOf } from '../queries/settings.ts';
import { changedSettings, restartsSchedule } from '../rules/settings.ts';
import { resumeSchedule } from './promises.ts';

/** Updates the reminder settings; omitted ones stay. Throws 422. */
export async function updateSettings(
  ctx: Ctx,
  change: { [K in keyof ReminderSettings]?: ReminderSettings[K] | undefined },
): Promise<ReminderSettings> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  const schedule = await scheduleOf(ctx.tx, businessId);
  const before = settingsOf(schedule);
  const chosen = changedSettings(before, change);
  const { quietFrom, quietUntil, weeklyCap, steps, ...same } = chosen;
  const row = {
    ...same,
    steps: JSON.stringify(steps),
    quiet_from: quietFrom,
    quiet_until: quietUntil,
    weekly_cap: weeklyCap,
    since: restartsSchedule(before, chosen) ? ctx.now : schedule.since,
    updated_at: ctx.now,
  };
  await ctx.tx
    .insertInto('reminder_settings')
    .values({ business_id: businessId, ...row })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(row))
    .execute();
  await rescheduleReminders(ctx, businessId);
  return chosen;
}

/** Switches an invoice's reminders off, or lets them go on from here, also after a part was paid. Throws 404. */
export async function switchReminders(
  ctx: Ctx,
  { on, ...target }: { currency: Currency; invoiceId: string; on: boolean },
): Promise<void> {
  const invoice = await lockInvoice(ctx, target);
  await resumeSchedule(ctx, invoice, on ? { off: false, resumed: invoice.paid_minor } : { off: true });
  publish(ctx, invoice.business_id, { topic: 'invoices', invoiceId: invoice.id });
}
