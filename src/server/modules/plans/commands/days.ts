import { AppError } from '#core/errors.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { dayOf, type Numbered, progressTo } from '../rules/dates.ts';
import type { Occurrence, Plan } from '../table.ts';
import { changePlan, lockPlan, type PlanTarget } from './lock.ts';

export type Chosen = PlanTarget & { number: number };

/** Leaves out the next of a plan, or one that was missed. Throws 404, and 409 where that one is neither. */
export async function skipDay(ctx: Ctx, chosen: Chosen): Promise<void> {
  const plan = await lockPlan(ctx, chosen);
  await settle(ctx, plan, await openDay(ctx, plan, chosen.number), { state: 'skipped', invoice_id: null });
}

/** The next day of a plan, or one that was missed. Throws 409 where it is neither. */
export async function openDay(ctx: Ctx, plan: Plan, number: number): Promise<Numbered> {
  if (number === plan.next_number) {
    if (plan.state === 'paused')
      throw new AppError('conflict', 'This repeating invoice is paused. Resume it first');
    const day = plan.state === 'active' ? dayOf(plan, number) : null;
    if (day) return { number, day };
  }
  const missed = await ctx.tx
    .selectFrom('plan_occurrences')
    .select(['number', 'day'])
    .where('business_id', '=', plan.business_id)
    .where('plan_id', '=', plan.id)
    .where('number', '=', number)
    .where('state', '=', 'missed')
    .executeTakeFirst();
  if (!missed) throw new AppError('conflict', 'That was done already, or it is not its turn');
  return missed;
}

/** Settles a day of a plan, which goes on with the one after it. */
export async function settle(
  ctx: Ctx,
  plan: Plan,
  day: Numbered,
  ending: Pick<Occurrence, 'state' | 'invoice_id'>,
): Promise<void> {
  await ctx.tx
    .insertInto('plan_occurrences')
    .values(rowOf(ctx, plan, day, ending))
    .onConflict((conflict) =>
      conflict
        .columns(['business_id', 'plan_id', 'number'])
        .doUpdateSet({ ...ending, made_at: ctx.now })
        .where('plan_occurrences.state', '=', 'missed'),
    )
    .returning('number')
    .executeTakeFirstOrThrow();
  const isNext = day.number >= plan.next_number && plan.state === 'active';
  await changePlan(ctx, plan, isNext ? { ...progressTo(plan, day.number + 1, 'active'), problem: null } : {});
}

export const rowOf = (
  ctx: Ctx,
  plan: Plan,
  day: Numbered,
  ending: Pick<Occurrence, 'state' | 'invoice_id'>,
): Occurrence => ({
  business_id: plan.business_id,
  plan_id: plan.id,
  ...day,
  ...ending,
  made_at: ctx.now,
});
