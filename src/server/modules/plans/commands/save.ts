import type * as z from 'zod/mini';
import type { newPlan } from '#contract/plans.ts';
import { addDays, type CalendarDate } from '#core/dates.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import type { Currency } from '#core/money.ts';
import { type Ctx, lockBusiness, publish, todayOf } from '#server/kernel/scope.ts';
import { keptCustomer } from '#server/modules/customers/queries/list.ts';
import { totalsFor } from '#server/modules/invoices/rules/invoice.ts';
import { type Days, daysOf, firstAfter, isSameRhythm, progressTo } from '../rules/dates.ts';
import { refuseTooLong } from '../rules/words.ts';
import type { Plan } from '../table.ts';
import { changePlan, lockPlan, type PlanTarget } from './lock.ts';

type NewPlan = z.output<typeof newPlan>;

/** Runs a plan from today on: days before today are neither issued nor missed. Throws 422 on the field that makes it impossible. */
export async function createPlan(ctx: Ctx, currency: Currency, input: NewPlan): Promise<string> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  const customer = await keptCustomer(ctx.tx, businessId, input.customerId);
  if (!customer) throw fieldError('customerId', 'Please select a customer');
  const today = todayOf(ctx);
  const days = daysOf(input, today);
  const progress = progressTo(days, firstAfter(days, 1, addDays(today, -1)), 'active');
  refuseEnded(progress.next_on);
  const id = newId('pln', ctx.now);
  await ctx.tx
    .insertInto('plans')
    .values({
      business_id: businessId,
      id,
      currency,
      customer_id: customer.id,
      ...contentColumns(input),
      ...days,
      rhythm: JSON.stringify(days.rhythm),
      ...progress,
      problem: null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .execute();
  await publish(ctx, businessId, { topic: 'plans' });
  return id;
}

/**
 * Changes what is still to come of a plan; a new rhythm goes on after what is settled. Throws 404, 409 once it has ended, and 422 for
 * another customer or on the field that makes it impossible.
 */
export async function updatePlan(ctx: Ctx, target: PlanTarget, input: NewPlan): Promise<void> {
  const plan = await lockPlan(ctx, target);
  if (plan.state === 'ended')
    throw new AppError('conflict', 'This repeating invoice has ended. Make a new one');
  const kept = await keptCustomer(ctx.tx, plan.business_id, input.customerId);
  if (input.customerId !== plan.customer_id && kept?.id !== plan.customer_id)
    throw fieldError('customerId', 'The customer stays. For another customer, make a new repeating invoice');
  const days = await daysAfterChange(ctx, plan, input);
  const progress = progressTo(days, plan.next_number, plan.state);
  refuseEnded(progress.next_on);
  await changePlan(ctx, plan, {
    ...contentColumns(input),
    ...days,
    rhythm: JSON.stringify(days.rhythm),
    ...progress,
    problem: null,
  });
}

function refuseEnded(nextOn: CalendarDate | null): void {
  if (nextOn === null) throw fieldError('endsOn', 'It would have ended already. Choose a later end');
}

// The same rhythm keeps its days. With another one the next number is its first day from today on that comes after all settled ones.
async function daysAfterChange(ctx: Ctx, plan: Plan, input: NewPlan): Promise<Days> {
  const isSame = input.starts === plan.starts && isSameRhythm(input.rhythm, plan.rhythm);
  const today = todayOf(ctx);
  // A plan that has run for years keeps its start.
  const days = daysOf(input, isSame && plan.starts < today ? plan.starts : today);
  if (isSame) return { ...days, first_number: plan.first_number };
  const settled = await ctx.tx
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

function contentColumns(input: NewPlan) {
  const {
    customerId: _,
    starts: _s,
    rhythm: _r,
    endsAfter: _a,
    endsOn: _o,
    dueDays,
    mode,
    ...contents
  } = input;
  refuseTooLong(contents);
  return {
    contents: JSON.stringify(contents),
    total_minor: totalsFor(contents).total,
    due_days: dueDays,
    mode,
  };
}
