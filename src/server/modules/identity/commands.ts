import type { Currency } from '#core/money.ts';
import { plusMs } from '#core/dates.ts';
import { AppError, notFound } from '#core/errors.ts';
import { newId, newToken } from '#core/ids.ts';
import type { Config } from '#server/config.ts';
import { violates } from '#server/db.ts';
import type { Ctx, SystemCtx } from '#server/scope.ts';
import { recordActivity } from '../activity/commands.ts';
import { notify } from '../notifications/commands.ts';
import { type Account, accountById } from './queries.ts';
import { linkLifeMs, linkRefusals, tokenHash } from './rules.ts';
import type { EmailTokenRow, UserRow } from './table.ts';

export type NewUser = {
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  currency: Currency;
  referralCode: string | null;
  agreed: boolean;
};

/** Where a session begins, and how long it may last. */
export type NewSession = { userAgent: string; config: Pick<Config, 'sessionMaxMs'> };

/** An account with the token of its new session; the token is told once and never stored. */
export type SignedIn = { account: Account; token: string };

/** Creates an account, signs it in and sends the verification message. The id of its business is set from the start. */
export async function createUser(
  ctx: SystemCtx,
  user: NewUser,
  session: NewSession,
  publicUrl: string,
): Promise<SignedIn> {
  const row = await insertUser(ctx, user);
  const token = await openSession(ctx, row.id, session);
  await recordActivity(ctx, row.business_id, { type: 'auth_register', description: 'Account created' });
  await sendVerification(ctx, row, publicUrl);
  return { account: { ...row, registered: false }, token };
}

async function insertUser(ctx: SystemCtx, user: NewUser): Promise<UserRow> {
  try {
    return await ctx.tx
      .insertInto('users')
      .values({
        id: newId('usr', ctx.now),
        business_id: newId('biz', ctx.now),
        email: user.email,
        password_hash: user.passwordHash,
        first_name: user.firstName,
        last_name: user.lastName,
        image: null,
        currency: user.currency,
        referral_code: user.referralCode,
        terms_accepted_at: user.agreed ? ctx.now : null,
        email_verified_at: null,
        created_at: ctx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (violates(error, 'users_email_key')) throw new AppError('already_exists', 'User already exists.');
    throw error;
  }
}

/**
 * Begins a session of an account whose password was right. Sessions that are over are forgotten on the way. Throws 401
 * when the password was changed since it was compared.
 */
export async function signIn(ctx: SystemCtx, account: Account, session: NewSession): Promise<SignedIn> {
  await requireUnchanged(ctx, account);
  await ctx.tx
    .deleteFrom('sessions')
    .where('user_id', '=', account.id)
    .where((eb) => eb.or([eb('expires_at', '<=', ctx.now), eb('revoked_at', 'is not', null)]))
    .execute();
  const token = await openSession(ctx, account.id, session);
  await recordActivity(ctx, account.business_id, { type: 'auth_login', description: 'Logged in' });
  return { account, token };
}

// The lock makes a reset under way wait or come first: either way no session of the old password outlives it.
async function requireUnchanged(ctx: SystemCtx, account: Account): Promise<void> {
  const same = await ctx.tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', account.id)
    .where('password_hash', '=', account.password_hash)
    .forShare()
    .executeTakeFirst();
  if (!same) throw new AppError('invalid_credentials', 'Invalid email or password');
}

async function openSession(
  ctx: SystemCtx,
  userId: string,
  { userAgent, config }: NewSession,
): Promise<string> {
  const token = newToken();
  await ctx.tx
    .insertInto('sessions')
    .values({
      id: newId('ses', ctx.now),
      user_id: userId,
      token_hash: tokenHash(token),
      user_agent: userAgent,
      created_at: ctx.now,
      last_used_at: ctx.now,
      expires_at: plusMs(ctx.now, config.sessionMaxMs),
      revoked_at: null,
    })
    .execute();
  return token;
}

/** Ends the session the request came with. */
export async function signOut(ctx: Ctx): Promise<void> {
  await revokeSession(ctx, ctx.actor.sessionId);
  await recordActivity(ctx, ctx.actor.businessId, { type: 'auth_logout', description: 'Logged out' });
}

/** Ends one of the actor's sessions. Throws 404 for any other. */
export async function revokeSession(ctx: Ctx, id: string): Promise<void> {
  const ended = await ctx.tx
    .updateTable('sessions')
    .set({ revoked_at: ctx.now })
    .where('id', '=', id)
    .where('user_id', '=', ctx.actor.userId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!ended) throw notFound('session');
}

/** Sends a fresh verification link; earlier ones no longer work. */
export async function sendVerification(ctx: SystemCtx, user: UserRow, publicUrl: string): Promise<void> {
  const token = await newLink(ctx, user.id, 'verify');
  await notify(ctx, {
    key: `verify:${tokenHash(token)}`,
    to: user.email,
    letter: 'verification',
    facts: { firstName: user.first_name, url: `${publicUrl}/auth/verify?token=${token}` },
  });
}

/** Sends a link to choose a new password; earlier ones no longer work. */
export async function sendReset(ctx: SystemCtx, user: UserRow, publicUrl: string): Promise<void> {
  const token = await newLink(ctx, user.id, 'reset');
  await notify(ctx, {
    key: `reset:${tokenHash(token)}`,
    to: user.email,
    letter: 'passwordReset',
    facts: { firstName: user.first_name, url: `${publicUrl}/auth/reset-password?token=${token}` },
  });
}

async function newLink(ctx: SystemCtx, userId: string, purpose: EmailTokenRow['purpose']): Promise<string> {
  const token = newToken();
  await ctx.tx
    .deleteFrom('email_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute();
  await ctx.tx
    .insertInto('email_tokens')
    .values({
      token_hash: tokenHash(token),
      user_id: userId,
      purpose,
      expires_at: plusMs(ctx.now, linkLifeMs[purpose]),
      used_at: null,
      created_at: ctx.now,
    })
    .execute();
  return token;
}

// The guard is in the update: of two requests with one link, one wins.
async function consumeLink(
  ctx: SystemCtx,
  purpose: EmailTokenRow['purpose'],
  token: string,
): Promise<string> {
  const used = await ctx.tx
    .updateTable('email_tokens')
    .set({ used_at: ctx.now })
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .returning('user_id')
    .executeTakeFirst();
  if (!used) throw new AppError('token_expired', linkRefusals[purpose]);
  return used.user_id;
}

/** Confirms the address a verification link was sent to. Throws 410 for a link that is unknown, used or too old. */
export async function verifyEmail(ctx: SystemCtx, token: string): Promise<Account> {
  const userId = await consumeLink(ctx, 'verify', token);
  await confirmAddress(ctx, userId);
  return accountById(ctx.tx, userId);
}

async function confirmAddress(ctx: SystemCtx, userId: string): Promise<void> {
  await ctx.tx
    .updateTable('users')
    .set({ email_verified_at: ctx.now })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute();
}

/** Sets the password of whoever holds a reset link, which also proves the address, and ends every session. */
export async function resetPassword(ctx: SystemCtx, token: string, passwordHash: string): Promise<void> {
  const userId = await consumeLink(ctx, 'reset', token);
  await ctx.tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
  await confirmAddress(ctx, userId);
  await ctx.tx
    .updateTable('sessions')
    .set({ revoked_at: ctx.now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
  const user = await accountById(ctx.tx, userId);
  await notify(ctx, {
    key: `password-changed:${tokenHash(token)}`,
    to: user.email,
    letter: 'passwordChanged',
    facts: { firstName: user.first_name },
  });
}
