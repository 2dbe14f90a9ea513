import type { ReminderSettings } from '#contract/reminders.ts';
import { zoneOf } from '#server/modules/business/queries.ts';
import type { Db, Tx } from '#server/db.ts';
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
  const { mode, steps, hour, weekends, email, whatsapp, language, since } = row;
  return {
    ...{ mode, steps, hour, weekends, email, whatsapp, language, since, zone },
    quietFrom: row.quiet_from,
    quietUntil: row.quiet_until,
    weeklyCap: row.weekly_cap,
  };
}

/** The part of a ladder its owner chooses. */
export const settingsOf = ({ zone: _, since: __, ...settings }: ChosenLadder): ReminderSettings => settings;
