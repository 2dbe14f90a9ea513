import { newId } from '#core/ids.ts';
import type { Ctx } from '#server/kernel/scope.ts';

/** Creates the walk-in customer for anonymous POS sales; the owner may rename it later. */
export async function createWalkInCustomer(ctx: Ctx): Promise<string> {
  const id = newId('cus', ctx.now);
  await ctx.tx
    .insertInto('customers')
    .values({
      business_id: ctx.actor.businessId,
      id,
      name: 'Counter customer',
      email: '',
      phone: null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .execute();
  return id;
}
