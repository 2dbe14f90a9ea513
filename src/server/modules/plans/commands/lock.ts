import type { Updateable } from 'kysely';
import { notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import type { Currency } from '#core/money.ts';
import { businessLock, type Ctx, publish, type SystemCtx } from '#server/kernel/scope.ts';
import type { Plan, PlanTables } from '../table.ts';

export type PlanTarget = { currency: Currency; id: string };

/** The business's lock and one of its plans in a currency. Throws 404. */
export async function lockPlan(ctx: Ctx, { currency, id }: PlanTarget): Promise<Plan> {
  const plan = isId('pln', id) ? await selectPlan(ctx, ctx.actor.businessId, id) : undefined;
  if (plan?.currency !== currency) throw notFound('repeating invoice');
  return plan;
}

/** A plan, with its business's lock, until the end of the transaction. */
export const selectPlan = (ctx: SystemCtx, businessId: string, id: string): Promise<Plan | undefined> =>
  ctx.tx
    .selectFrom('plans')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where(businessLock(businessId))
    .forUpdate()
    .executeTakeFirst();

/** Changes a plan that is locked, and announces it to open pages. */
export async function changePlan(
  ctx: SystemCtx,
  { business_id: businessId, id }: Plan,
  change: Updateable<PlanTables['plans']>,
): Promise<void> {
  await ctx.tx
    .updateTable('plans')
    .set({ ...change, updated_at: ctx.now })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute();
  publish(ctx, businessId, { topic: 'plans' });
}
