import type { ReminderSettings } from '#contract/reminders.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { zoneOf } from '#server/modules/business/queries.ts';
import type { Ladder } from '../rules/plan.ts';
import { usualSettings } from '../rules/settings.ts';

export type ChosenLadder = ReminderSettings & Ladder;

/** When a business reminds its customers, with its zone. */
export async function ladderOf(db: Db | Tx, businessId: string): Promise<ChosenLadder> {
  const zone = await zoneOf(db, businessId);
  const row = await db
    .selectFrom('reminder_settings')
    .selectAll()
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  if (!row) return { ...usualSettings, zone, since: null };
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
export function settingsOf(ladder: ChosenLadder): ReminderSettings {
  const { mode, steps, hour, quietFrom, quietUntil, weekends, email, whatsapp, weeklyCap, language } = ladder;
  return { mode, steps, hour, quietFrom, quietUntil, weekends, email, whatsapp, weeklyCap, language };
}
