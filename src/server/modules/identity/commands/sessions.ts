import { plusMs } from '#core/dates.ts';
import { deviceName } from '#core/device-name.ts';
import { AppError, notFound } from '#core/errors.ts';
import { newId, newToken } from '#core/ids.ts';
import type { Config } from '#server/config/config.ts';
import { type Client, type Ctx, sessionsChanged, type SystemCtx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { recordActorEvent, recordSecurityEvent } from '#server/modules/audit/commands.ts';
import { notify } from '#server/modules/notifications/commands/notify.ts';
import { type Account, accountById } from '../queries/accounts.ts';
import type { Factor } from '../rules/factors.ts';
import { subjectOf, tokenHash } from '../rules/tokens.ts';
import { rememberBrowser } from './browsers.ts';

/** How long a session may last, and in which browser it begins. */
export type NewSession = { config: Pick<Config, 'sessionMaxMs'>; browser?: string };

/**
 * An account with the token of its new session; the token is returned once and never stored.
 * `deletionUndone`: a scheduled deletion was cancelled.
 */
export type SignedIn = { account: Account; token: string; deletionUndone?: boolean };

/** Authentication method: the password compared against `account`, a passkey, or Google. */
export type SignInMethod = 'password' | 'passkey' | 'google';

const methodLabels: Record<SignInMethod, string> = {
  password: '',
  passkey: ', with a passkey',
  google: ', with Google',
};

/**
 * Opens a session of an authenticated account, deletes expired sessions and cancels a scheduled deletion.
 * Revoked sessions stay for a while, so that their devices get the reason. Throws 401 when the password
 * changed since it was compared. `factor`: the strongest that was shown.
 */
export async function signIn(
  ctx: SystemCtx,
  account: Account,
  session: NewSession,
  method: SignInMethod = 'password',
  factor: Factor = 'password',
): Promise<SignedIn> {
  const deletionPending = await requireUnchanged(ctx, account, method);
  await ctx.tx
    .deleteFrom('sessions')
    .where('user_id', '=', account.id)
    .where('expires_at', '<=', ctx.now)
    .execute();
  // Google may have let somebody in who only had the browser in their hands.
  const token = await openSession(ctx, account.id, session, factor === 'google' ? {} : { provenBy: factor });
  if (session.browser) await rememberBrowser(ctx, account, session.browser);
  recordActivity(ctx, account.business_id, { type: 'auth_login', description: 'Logged in' });
  const device = deviceName(ctx.origin.userAgent);
  await recordSecurityEvent(ctx, subjectOf(account), 'signed_in', `${device}${methodLabels[method]}`);
  const deletionUndone = deletionPending && (await cancelDeletion(ctx, account));
  return { account: { ...account, deletion_due_at: null }, token, deletionUndone };
}

// The lock makes a reset, deletion or erasure under way wait or come first: either way no session of before outlives it,
// and what is read here is how it came out.
async function requireUnchanged(ctx: SystemCtx, account: Account, method: SignInMethod): Promise<boolean> {
  const row = ctx.tx
    .selectFrom('users')
    .select('deletion_due_at')
    .where('id', '=', account.id)
    .where('erased_at', 'is', null)
    .$if(method === 'password', (query) => query.where('password_hash', '=', account.password_hash));
  const current = await (account.deletion_due_at ? row.forUpdate() : row.forShare()).executeTakeFirst();
  if (!current) throw new AppError('invalid_credentials', 'Invalid email or password');
  return current.deletion_due_at !== null;
}

async function cancelDeletion(ctx: SystemCtx, account: Account): Promise<boolean> {
  const cancelled = await ctx.tx
    .updateTable('users')
    .set({ deletion_due_at: null })
    .where('id', '=', account.id)
    .where('deletion_due_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!cancelled) return false;
  await recordSecurityEvent(ctx, subjectOf(account), 'account_deletion_cancelled');
  await notify(ctx, {
    key: `deletion-cancelled:${account.id}:${ctx.now.getTime()}`,
    to: account.email,
    template: 'deletionCancelled',
    facts: { firstName: account.first_name },
  });
  return true;
}

/** Opens a session and gives its token. `provenBy`: the factor by which its holder showed just now who they are. */
export async function openSession(
  ctx: SystemCtx,
  userId: string,
  { config }: NewSession,
  { client = 'browser', provenBy }: { client?: Client; provenBy?: Factor } = {},
): Promise<string> {
  const token = newToken();
  await ctx.tx
    .insertInto('sessions')
    .values({
      id: newId('ses', ctx.now),
      user_id: userId,
      token_hash: tokenHash(token),
      user_agent: ctx.origin.userAgent,
      created_at: ctx.now,
      last_used_at: ctx.now,
      expires_at: plusMs(ctx.now, config.sessionMaxMs),
      revoked_at: null,
      client,
      proven_at: provenBy ? ctx.now : null,
      proven_by: provenBy ?? null,
    })
    .execute();
  return token;
}

/** Ends the session the request came with. It runs out with that: nobody ended it from elsewhere. */
export async function signOut(ctx: Ctx): Promise<void> {
  await endSession(ctx, ctx.actor.sessionId, { expires_at: ctx.now });
  recordActivity(ctx, ctx.actor.businessId, { type: 'auth_logout', description: 'Logged out' });
  await recordActorEvent(ctx, 'signed_out', deviceName(ctx.origin.userAgent));
}

/** Ends one of the actor's sessions. Throws 404 for any other. */
export async function revokeSession(ctx: Ctx, id: string): Promise<void> {
  const userAgent = await endSession(ctx, id);
  await recordActorEvent(ctx, 'session_ended', deviceName(userAgent));
}

async function endSession(ctx: Ctx, id: string, extra: { expires_at?: Date } = {}): Promise<string> {
  const ended = await ctx.tx
    .updateTable('sessions')
    .set({ revoked_at: ctx.now, ...extra })
    .where('id', '=', id)
    .where('user_id', '=', ctx.actor.userId)
    .where('revoked_at', 'is', null)
    .returning('user_agent')
    .executeTakeFirst();
  if (!ended) throw notFound('session');
  sessionsChanged(ctx, ctx.actor.businessId);
  return ended.user_agent;
}

/** Ends every session but the actor's present one. Returns how many were alive. */
export async function revokeOthers(ctx: Ctx): Promise<number> {
  const ended = await endSessions(ctx, ctx.actor.userId, ctx.actor.sessionId);
  if (ended > 0)
    await recordActorEvent(ctx, 'session_ended', ended === 1 ? '1 other session' : `${ended} other sessions`);
  return ended;
}

/** Ends every session of an account except `exceptId`. Returns how many were active. */
export async function endSessions(ctx: SystemCtx, userId: string, exceptId?: string): Promise<number> {
  const ended = await ctx.tx
    .updateTable('sessions')
    .set({ revoked_at: ctx.now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId ?? ''))
    .returning(['id', 'expires_at'])
    .execute();
  if (ended.length > 0) await tellEnd(ctx, userId);
  return ended.filter((session) => session.expires_at > ctx.now).length;
}

async function tellEnd(ctx: SystemCtx, userId: string): Promise<void> {
  const owner = await accountById(ctx.tx, userId);
  sessionsChanged(ctx, owner.business_id);
}
