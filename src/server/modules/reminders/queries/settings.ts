import type { ReminderSettings } from '#contract/reminders.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { timeZoneOf } from '#server/modules/business/queries.ts';
import type { DunningSchedule } from '../rules/plan.ts';
import { defaultSettings } from '../rules/settings.ts';

export type BusinessSchedule = ReminderSettings & DunningSchedule;

/** When a business reminds its customers, with its zone. */
export async function scheduleOf(db: Db | Tx, businessId: string): Promise<BusinessSchedule> {
  const zone = await timeZoneOf(db, businessId);
  const row = await db
    .selectFrom('reminder_settings')
    .selectAll()
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  if (!row) return { ...defaultSettings, zone, since: null };
  return {
    mode: row.mode,
    steps: row.steps,
    hour: row.hour,
    quietFrom: row.quiet_from,
    quietUntil: row.quiet_until,
    weekends: row.weekends,
    email: row.email,
    whatsapp: row.whatsapp,
    weeklyCap: row.weekly_cap,
    language: row.language,
    since: row.since,
    zone,
  };
}

/** The part of a schedule its owner can change. */
export function settingsOf(schedule: BusinessSchedule): ReminderSettings {
  const { mode, steps, hour, quietFrom, quietUntil, weekends, email, whatsapp, weeklyCap, language } =
    schedule;
  return { mode, steps, hour, quietFrom, quietUntil, weekends, email, whatsapp, weeklyCap, language };
}
