import { newId } from '#core/ids.ts';
import { type Ctx, publish, type SystemCtx } from '#server/kernel/scope.ts';

/** Creates the walk-in customer for anonymous POS sales, in no list before money came for one; the owner may rename it later. */
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
      is_active: false,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .execute();
  return id;
}

/** Lists the walk-in customer with its first money; one its owner removed stays away, as any other customer does. */
export async function listWalkInCustomer(ctx: SystemCtx, businessId: string, id: string): Promise<void> {
  const listed = await ctx.tx
    .updateTable('customers')
    .set({ is_active: true, updated_at: ctx.now })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('is_active', '=', false)
    .where('email', '=', '')
    .whereRef('updated_at', '=', 'created_at')
    .returning('id')
    .executeTakeFirst();
  if (listed) publish(ctx, businessId, { topic: 'customers' });
}
