import { AppError } from '#core/errors.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { dropCharges } from '#server/modules/saved-cards/commands/cards.ts';
import { firstAfter, issuingDay, progressTo } from '../rules/dates.ts';
import { changePlan, lockPlan, type PlanTarget } from './lock.ts';

/** Issues and charges nothing until it is resumed. Throws 404, and 409 unless it is running. */
export async function pausePlan(ctx: Ctx, target: PlanTarget): Promise<void> {
  const plan = await lockPlan(ctx, target);
  if (plan.state !== 'active') throw new AppError('conflict', 'This repeating invoice is not running');
  await dropCharges(ctx, plan.business_id, { planId: plan.id });
  await changePlan(ctx, plan, { state: 'paused', problem: null });
}

/** Goes on with the first day that comes after now: what fell into the pause is left out. Throws 404, and 409 unless it is paused. */
export async function resumePlan(ctx: Ctx, target: PlanTarget): Promise<void> {
  const plan = await lockPlan(ctx, target);
  if (plan.state !== 'paused') throw new AppError('conflict', 'This repeating invoice is not paused');
  const next = firstAfter(plan, plan.next_number, issuingDay(ctx.now, ctx.actor.timeZone));
  await changePlan(ctx, plan, progressTo(plan, next, 'active'));
}

/** Issues and charges nothing more, for good. Throws 404, and 409 where it has ended. */
export async function endPlan(ctx: Ctx, target: PlanTarget): Promise<void> {
  const plan = await lockPlan(ctx, target);
  if (plan.state === 'ended') throw new AppError('conflict', 'This one has ended');
  await dropCharges(ctx, plan.business_id, { planId: plan.id });
  await changePlan(ctx, plan, { state: 'ended', next_on: null, problem: null });
}
