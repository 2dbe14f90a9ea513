import { newId } from '#core/ids.ts';
import type { Ctx } from '#server/kernel/scope.ts';

/** Makes the customer everybody is who pays at the counter without being known; the owner may call it otherwise later. */
export async function makeCounterCustomer(ctx: Ctx): Promise<string> {
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
