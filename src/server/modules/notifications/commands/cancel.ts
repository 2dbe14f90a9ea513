import type { SystemCtx } from '#server/kernel/scope.ts';

/** Deletes a queued message; its key becomes free again. */
export async function cancelMessage(ctx: SystemCtx, key: string): Promise<void> {
  await ctx.tx.deleteFrom('messages').where('key', '=', key).where('state', '=', 'queued').execute();
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
