import { sql } from 'kysely';
import { newId } from '#core/ids.ts';
import type { Ctx, SystemCtx } from '#server/scope.ts';
import type { SecurityEvent } from './table.ts';

/** Whose account an event is about; null for an address nobody has. */
export type Subject = { userId: string; businessId: string } | null;

/** Records what touched the safety of an account, in the transaction in which it happened. */
export async function recordSecurity(
  ctx: SystemCtx,
  subject: Subject,
  event: SecurityEvent,
  detail = '',
): Promise<void> {
  await ctx.tx
    .insertInto('security_events')
    .values({
      id: newId('evt', ctx.now),
      user_id: subject?.userId ?? null,
      business_id: subject?.businessId ?? null,
      event,
      detail,
      client_address: ctx.origin.clientAddress,
      user_agent: ctx.origin.userAgent,
      created_at: ctx.now,
    })
    .execute();
}

/** The same about the actor. */
export const recordOwn = (ctx: Ctx, event: SecurityEvent, detail = ''): Promise<void> =>
  recordSecurity(ctx, ctx.actor, event, detail);

/** Removes an account's trail at the end of the time it is kept for. */
export async function eraseTrail(ctx: SystemCtx, userId: string): Promise<void> {
  await allowErasing(ctx);
  await ctx.tx.deleteFrom('security_events').where('user_id', '=', userId).execute();
}

/** Removes failed log-ins with addresses nobody has that are older than a time. */
export async function forgetNobodys(ctx: SystemCtx, before: Date): Promise<void> {
  await allowErasing(ctx);
  await ctx.tx
    .deleteFrom('security_events')
    .where('user_id', 'is', null)
    .where('created_at', '<', before)
    .execute();
}

// The table is append only; this says, for the rest of the transaction, that rows have reached the end of their time.
async function allowErasing(ctx: SystemCtx): Promise<void> {
  await sql`select set_config('duewell.erasing', 'on', true)`.execute(ctx.tx);
}
