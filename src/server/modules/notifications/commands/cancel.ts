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

/** Whether a message is still queued; locks its row. */
export async function isQueued(ctx: SystemCtx, key: string): Promise<boolean> {
  const row = await ctx.tx
    .selectFrom('messages')
    .select('key')
    .where('key', '=', key)
    .where('state', '=', 'queued')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
