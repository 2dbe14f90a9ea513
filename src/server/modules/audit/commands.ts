import { sql } from 'kysely';
import { plusMs } from '#core/dates.ts';
import { newId } from '#core/ids.ts';
import type { Ctx, Origin, SystemCtx } from '#server/kernel/scope.ts';
import type { SecurityEvent } from './table.ts';

/** Whose account an event is about; null for an address nobody has. */
export type Subject = { userId: string; businessId: string } | null;

/** The chain of what the people who run the service did by command. */
export const SERVICE = 'service';

/** Where what operators do by command comes from. */
export const OPERATOR: Origin = { clientAddress: 'operator', userAgent: '' };

/** Records what touched the safety of an account, in the transaction in which it happened. */
export const recordSecurity = (
  ctx: SystemCtx,
  subject: Subject,
  event: SecurityEvent,
  detail = '',
): Promise<void> => record(ctx, subject ?? { userId: null, businessId: null }, { event, detail });

/** The same about the actor. */
export const recordOwn = (ctx: Ctx, event: SecurityEvent, detail = ''): Promise<void> =>
  recordSecurity(ctx, ctx.actor, event, detail);

/** What a record is written with. */
export type Recording = Pick<SystemCtx, 'tx' | 'now' | 'origin'>;

/** Records what an operator did by command, in the transaction that does it; `detail` says what and why. */
export const recordOperator = (ctx: Recording, detail: string): Promise<void> =>
  record(ctx, { userId: null, businessId: SERVICE }, { event: 'operator_acted', detail });

/** The same about a business whose owner may not be the one who acts, such as whoever holds a link. */
export async function recordAbout(
  ctx: SystemCtx,
  businessId: string,
  event: SecurityEvent,
  detail = '',
): Promise<void> {
  const owner = await ctx.tx
    .selectFrom('users')
    .select('id')
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  await record(ctx, { userId: owner?.id ?? null, businessId }, { event, detail });
}

type Whose = { userId: string | null; businessId: string | null };

async function record(
  ctx: Recording,
  { userId, businessId }: Whose,
  what: { event: SecurityEvent; detail: string },
): Promise<void> {
  await ctx.tx
    .insertInto('security_events')
    .values({
      id: newId('evt', ctx.now),
      user_id: userId,
      business_id: businessId,
      ...what,
      client_address: ctx.origin.clientAddress,
      user_agent: ctx.origin.userAgent,
      created_at: ctx.now,
    })
    .execute();
}

/** Removes an account's trail at the end of the time it is kept for. Its chain stays, and says how far it was removed. */
export async function eraseTrail(
  ctx: SystemCtx,
  { userId, businessId }: NonNullable<Subject>,
): Promise<void> {
  const last = await ctx.tx
    .selectFrom('security_events')
    .select((eb) => eb.fn.max<number | null>('position').as('position'))
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow();
  await allowErasing(ctx);
  await ctx.tx
    .deleteFrom('security_events')
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('business_id', '=', businessId)]))
    .execute();
  await record(
    ctx,
    { userId: null, businessId },
    { event: 'trail_erased', detail: String(last.position ?? 0) },
  );
}

const DAY_MS = 24 * 3_600_000;

/** Removes failed log-ins with addresses nobody has of the days before a time, which leaves at most one mark a day. */
export async function forgetNobodys(ctx: SystemCtx, time: Date): Promise<void> {
  const before = plusMs(time, -(time.getTime() % DAY_MS));
  const old = await ctx.tx
    .selectFrom('security_events')
    .select((eb) => eb.fn.max<number | null>('position').as('position'))
    .where('business_id', 'is', null)
    .where('event', '<>', 'trail_erased')
    .where('created_at', '<', before)
    .executeTakeFirstOrThrow();
  if (old.position === null) return;
  await allowErasing(ctx);
  await ctx.tx
    .deleteFrom('security_events')
    .where('business_id', 'is', null)
    .where('position', '<=', old.position)
    .execute();
  await record(
    ctx,
    { userId: null, businessId: null },
    { event: 'trail_erased', detail: String(old.position) },
  );
}

// The table is append only; this says, for the rest of the transaction, that rows have reached the end of their time.
async function allowErasing(ctx: SystemCtx): Promise<void> {
  await sql`select set_config('duewell.erasing', 'on', true)`.execute(ctx.tx);
}
