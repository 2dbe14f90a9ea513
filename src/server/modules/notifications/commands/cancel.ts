import type { SystemCtx } from '#server/kernel/scope.ts';

/** Deletes a queued message, of one business where it acts itself; its key becomes free again. */
export async function cancelMessage(ctx: SystemCtx, key: string, businessId?: string): Promise<void> {
  await ctx.tx
    .deleteFrom('messages')
    .where('key', '=', key)
    .where('state', '=', 'queued')
    .$if(businessId !== undefined, (query) => query.where('business_id', '=', businessId ?? ''))
    .execute();
}

/** Whether a message of a business is still queued; locks its row. */
export async function isQueued(ctx: SystemCtx, key: string, businessId: string): Promise<boolean> {
  const row = await ctx.tx
    .selectFrom('messages')
    .select('key')
    .where('business_id', '=', businessId)
    .where('key', '=', key)
    .where('state', '=', 'queued')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
