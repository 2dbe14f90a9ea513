import type * as z from 'zod/mini';
import type { newPlan } from '#contract/plans.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import { invoiceTextNames } from '#core/invoice/texts.ts';
import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import { recordOf } from '#core/records.ts';
import { type Ctx, lockBusiness, publish, todayOf } from '#server/kernel/scope.ts';
import { customerForInvoice } from '#server/modules/customers/commands/save.ts';
import { keptCustomer } from '#server/modules/customers/queries/list.ts';
import { totalsFor } from '#server/modules/invoices/rules/invoice.ts';
import { dropCharges } from '#server/modules/saved-cards/commands/cards.ts';
import { daysAfterChange } from '../queries/changed-days.ts';
import { begun, progressLeft } from '../rules/dates.ts';
import { refuseTooLong } from '../rules/words.ts';
import type { Plan, PlanContents } from '../table.ts';
import { changePlan, lockPlan, type PlanTarget } from './lock.ts';

type NewPlan = z.output<typeof newPlan>;

/** Runs a plan from today on: days before today are neither issued nor missed. Throws 422 on the field that makes it impossible. */
export async function createPlan(ctx: Ctx, currency: Currency, input: NewPlan): Promise<string> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  const { customerId, clientEmail: email, clientName: name, clientPhone: phone } = input;
  const customer = await customerForInvoice(ctx, { customerId, email, name, phone });
  const { days, progress } = begun(input, todayOf(ctx));
  const id = newId('pln', ctx.now);
  await ctx.tx
    .insertInto('plans')
    .values({
      business_id: businessId,
      id,
      currency,
      customer_id: customer.id,
      ...contentColumns(input, currency),
      ...days,
      rhythm: JSON.stringify(days.rhythm),
      ...progress,
      problem: null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .execute();
  publish(ctx, businessId, { topic: 'plans' });
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
  await refuseOtherCustomer(ctx, plan, input.customerId);
  const days = await daysAfterChange(ctx.tx, plan, input, todayOf(ctx));
  const progress = progressLeft(days, plan.next_number, plan.state);
  if (input.mode !== 'charge') await dropCharges(ctx, plan.business_id, { planId: plan.id });
  await changePlan(ctx, plan, {
    ...contentColumns(input, plan.currency),
    ...days,
    rhythm: JSON.stringify(days.rhythm),
    ...progress,
    problem: null,
  });
}

// Its form may still name one that was merged since it was opened.
async function refuseOtherCustomer(ctx: Ctx, plan: Plan, customerId: string | undefined): Promise<void> {
  if (customerId === undefined || customerId === plan.customer_id) return;
  const kept = await keptCustomer(ctx.tx, plan.business_id, customerId);
  if (kept?.id !== plan.customer_id)
    throw fieldError('customerId', 'The customer stays. Make a new one for another customer');
}

function capFor(total: Minor, cap: Minor | null, currency: Currency): Minor {
  if (cap === null) throw fieldError('cap', 'Type the most the card may be charged for one invoice');
  if (cap < total)
    throw fieldError('cap', `That is below the invoice itself, ${formatMoney(total, currency)}`);
  return cap;
}

function contentColumns(input: NewPlan, currency: Currency) {
  const { items, taxRate, pricesIncludeTax, discount, dueDays, mode, cap } = input;
  const texts = recordOf(invoiceTextNames, (name) => input[name]);
  const contents: PlanContents = { ...texts, items, taxRate, pricesIncludeTax, discount };
  refuseTooLong(contents);
  const { total } = totalsFor(contents);
  return {
    contents: JSON.stringify(contents),
    total_minor: total,
    due_days: dueDays,
    mode,
    cap_minor: mode === 'charge' ? capFor(total, cap ?? null, currency) : null,
  };
}
