import { addDays, type CalendarDate } from '#core/dates.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { type Days, daysOf, firstAfter, isSameRhythm, type Schedule } from '../rules/dates.ts';
import type { Plan } from '../table.ts';

/**
 * The days of a plan changed to a schedule. The same rhythm keeps its days; with another one the next number is its first day from
 * today on that comes after all settled ones. Throws 422 as `daysOf`.
 */
export async function daysAfterChange(
  db: Db | Tx,
  plan: Omit<Plan, 'contents'>,
  schedule: Schedule,
  today: CalendarDate,
): Promise<Days> {
  const isSame = schedule.starts === plan.starts && isSameRhythm(schedule.rhythm, plan.rhythm);
  // A plan that has run for years keeps its start.
  const days = daysOf(schedule, isSame && plan.starts < today ? plan.starts : today);
  if (isSame) return { ...days, first_number: plan.first_number };
  const settled = await db
    .selectFrom('plan_occurrences')
    .select((eb) => eb.fn.max('day').as('day'))
    .where('business_id', '=', plan.business_id)
    .where('plan_id', '=', plan.id)
    .executeTakeFirst();
  const before = addDays(today, -1);
  const last = settled?.day && settled.day > before ? settled.day : before;
  const passed = firstAfter({ ...days, first_number: 0 }, 0, last);
  return { ...days, first_number: plan.next_number - passed };
}
