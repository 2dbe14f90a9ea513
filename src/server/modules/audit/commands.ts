import { sql } from 'kysely';
import { plusMs } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { newId } from '#core/ids.ts';
import { sendAlong } from '#server/kernel/db.ts';
import type { Ctx, Origin, SystemCtx } from '#server/kernel/scope.ts';
import type { SecurityEvent } from './table.ts';

/** Account an event is about; null for an unknown address. */
type Subject = { userId: string; businessId: string } | null;

/** Hash chain of operator actions. */
export const SERVICE = 'service';

/** Origin of operator actions. */
export const OPERATOR: Origin = { clientAddress: 'operator', userAgent: '' };

/** Records a security event of an account, in the transaction that caused it. */
export const recordSecurityEvent = (
  ctx: SystemCtx,
  subject: Subject,
  event: SecurityEvent,
  detail = '',
): Promise<void> => insertEvent(ctx, subject ?? { userId: null, businessId: null }, { event, detail });

/** Records a security event of the actor. */
export const recordActorEvent = (ctx: Ctx, event: SecurityEvent, detail = ''): Promise<void> =>
  recordSecurityEvent(ctx, ctx.actor, event, detail);

/** Context an audit record needs. */
type AuditContext = Pick<SystemCtx, 'tx' | 'now' | 'origin'>;

/** Records an operator action in its transaction; `detail` says what and why. */
export const recordOperator = (ctx: AuditContext, detail: string): Promise<void> =>
  insertEvent(ctx, { userId: null, businessId: SERVICE }, { event: 'operator_acted', detail });

/** Records an event of a business whose owner may not be the one acting, such as the holder of a link. */
export async function recordBusinessEvent(
  ctx: SystemCtx,
  businessId: string,
  event: SecurityEvent,
  detail: string,
): Promise<void> {
  const owner = await ctx.tx
    .selectFrom('users')
    .select('id')
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  await insertEvent(ctx, { userId: owner?.id ?? null, businessId }, { event, detail });
}

type EventOwner = { userId: string | null; businessId: string | null };

async function insertEvent(
  ctx: AuditContext,
  { userId, businessId }: EventOwner,
  entry: { event: SecurityEvent; detail: string },
): Promise<void> {
  const { tx, now, origin } = ctx;
  const row = {
    id: newId('evt', now),
    user_id: userId,
    business_id: businessId,
    ...entry,
    client_address: origin.clientAddress,
    user_agent: origin.userAgent,
    created_at: now,
  };
  await sendAlong(tx, () => tx.insertInto('security_events').values(row).execute());
}

/**
 * Deletes an account's audit trail after its retention. The hash chain stays and records the last removed
 * position.
 */
export async function eraseAuditTrail(
  ctx: SystemCtx,
  { userId, businessId }: NonNullable<Subject>,
): Promise<void> {
  const last = await ctx.tx
    .selectFrom('security_events')
    .select((eb) => eb.fn.max<number | null>('position').as('position'))
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow();
  await allowDeletion(ctx);
  await ctx.tx
    .deleteFrom('security_events')
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('business_id', '=', businessId)]))
    .execute();
  await insertEvent(
    ctx,
    { userId: null, businessId },
    { event: 'trail_erased', detail: String(last.position ?? 0) },
  );
}

/** Deletes failed sign-ins with unknown addresses from before a day; leaves at most one marker a day. */
export async function purgeUnknownSignIns(ctx: SystemCtx, time: Date): Promise<void> {
  const before = plusMs(time, -(time.getTime() % DAY_MS));
  const old = await ctx.tx
    .selectFrom('security_events')
    .select((eb) => eb.fn.max<number | null>('position').as('position'))
    .where('business_id', 'is', null)
    .where('event', '<>', 'trail_erased')
    .where('created_at', '<', before)
    .executeTakeFirstOrThrow();
  if (old.position === null) return;
  await allowDeletion(ctx);
  await ctx.tx
    .deleteFrom('security_events')
    .where('business_id', 'is', null)
    .where('position', '<=', old.position)
    .execute();
  await insertEvent(
    ctx,
    { userId: null, businessId: null },
    { event: 'trail_erased', detail: String(old.position) },
  );
}

// The table is append only; this setting allows deletes for the rest of the transaction.
async function allowDeletion(ctx: SystemCtx): Promise<void> {
  await sql`select set_config('duewell.erasing', 'on', true)`.execute(ctx.tx);
}
