import type { SystemCtx } from '#server/kernel/scope.ts';

/** Forgets a message that still waits and is not wanted any more; its key is free again, which whoever made it must know. */
export async function withdrawMessage(ctx: SystemCtx, key: string): Promise<void> {
  await ctx.tx.deleteFrom('messages').where('key', '=', key).where('state', '=', 'queued').execute();
}

/** Whether a message waits, with nobody having begun to send it. */
export async function stillWaits(ctx: SystemCtx, key: string): Promise<boolean> {
  const row = await ctx.tx
    .selectFrom('messages')
    .select('key')
    .where('key', '=', key)
    .where('state', '=', 'queued')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
