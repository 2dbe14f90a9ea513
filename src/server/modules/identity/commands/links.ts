import { plusMs } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import { newToken } from '#core/ids.ts';
import { violates } from '#server/kernel/db.ts';
import { type Ctx, sessionsChanged, type SystemCtx } from '#server/kernel/scope.ts';
import { recordSecurityEvent } from '#server/modules/audit/commands.ts';
import { notify } from '#server/modules/notifications/commands/notify.ts';
import { type Account, accountById } from '../queries/accounts.ts';
import { linkLifeMs, linkRefusals, subjectOf, tokenHash } from '../rules/tokens.ts';
import type { EmailTokenRow, UserRow } from '../table.ts';
import { phoneOwner, unlinkOwnerPhone } from './phone.ts';
import { revokeUnverifiedAccess } from './revoke-unverified.ts';
import { endSessions } from './sessions.ts';

type Purpose = EmailTokenRow['purpose'];

/** Sends a fresh verification link; earlier ones no longer work. */
export async function sendVerification(ctx: SystemCtx, user: UserRow, publicUrl: string): Promise<void> {
  const token = await newLink(ctx, user.id, 'verify');
  await notify(ctx, {
    key: `verify:${tokenHash(token)}`,
    to: user.email,
    template: 'verification',
    facts: { firstName: user.first_name, url: `${publicUrl}/auth/verify?token=${token}` },
  });
}

/** Sends a link to choose a new password; earlier ones no longer work. */
export async function sendReset(ctx: SystemCtx, user: UserRow, publicUrl: string): Promise<void> {
  const token = await newLink(ctx, user.id, 'reset');
  await notify(ctx, {
    key: `reset:${tokenHash(token)}`,
    to: user.email,
    template: 'passwordReset',
    facts: { firstName: user.first_name, url: `${publicUrl}/auth/reset-password?token=${token}` },
  });
}

/** Sends a confirmation link to a new address; notifies the current one. */
export async function sendEmailChange(ctx: Ctx, email: string): Promise<void> {
  const { actor } = ctx;
  const token = await newLink(ctx, actor.userId, 'change', email);
  const { firstName } = actor;
  const url = `${ctx.publicUrl}/auth/verify?token=${token}`;
  await notify(ctx, {
    key: `change:${tokenHash(token)}`,
    to: email,
    template: 'emailChange',
    facts: { firstName, url },
  });
  await notify(ctx, {
    key: `change-asked:${tokenHash(token)}`,
    to: actor.email,
    template: 'emailChangeAsked',
    facts: { firstName, newEmail: email },
  });
}

async function newLink(
  ctx: SystemCtx,
  userId: string,
  purpose: Purpose,
  email: string | null = null,
): Promise<string> {
  const token = newToken();
  await deleteLinks(ctx, userId, purpose);
  await ctx.tx
    .insertInto('email_tokens')
    .values({
      token_hash: tokenHash(token),
      user_id: userId,
      purpose,
      email,
      expires_at: plusMs(ctx.now, linkLifeMs[purpose]),
      used_at: null,
      created_at: ctx.now,
    })
    .execute();
  return token;
}

async function deleteLinks(ctx: SystemCtx, userId: string, ...purposes: Purpose[]): Promise<void> {
  await ctx.tx
    .deleteFrom('email_tokens')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .execute();
}

type ConsumedLink = Pick<EmailTokenRow, 'user_id' | 'purpose' | 'email'>;

// The guard is in the update: of two requests with one link, one wins.
async function consumeLink(
  ctx: SystemCtx,
  token: string,
  ...purposes: [Purpose, ...Purpose[]]
): Promise<ConsumedLink> {
  const used = await ctx.tx
    .updateTable('email_tokens')
    .set({ used_at: ctx.now })
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .returning(['user_id', 'purpose', 'email'])
    .executeTakeFirst();
  if (!used) throw new AppError('token_expired', linkRefusals[purposes[0]]);
  return used;
}

/**
 * Confirms the address a verification link was sent to; where it was to be the new address, it now is. Throws 410 for a
 * link that is unknown, used or too old, 409 when another account has the address meanwhile.
 */
export async function verifyEmail(ctx: SystemCtx, token: string): Promise<Account> {
  const link = await consumeLink(ctx, token, 'verify', 'change');
  if (link.purpose === 'change' && link.email) await changeAddress(ctx, link.user_id, link.email);
  else await confirmAddress(ctx, link.user_id);
  return accountById(ctx.tx, link.user_id);
}

async function confirmAddress(ctx: SystemCtx, userId: string): Promise<void> {
  const confirmed = await ctx.tx
    .updateTable('users')
    .set({ email_verified_at: ctx.now })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (confirmed) await recordSecurityEvent(ctx, subjectOf(confirmed), 'email_verified', confirmed.email);
}

async function changeAddress(ctx: SystemCtx, userId: string, email: string): Promise<void> {
  const before = await accountById(ctx.tx, userId);
  try {
    await ctx.tx
      .updateTable('users')
      .set({ email, email_verified_at: ctx.now })
      .where('id', '=', userId)
      .execute();
  } catch (error) {
    if (violates(error, 'users_email_key'))
      throw new AppError('already_exists', 'Another account has this address');
    throw error;
  }
  sessionsChanged(ctx, before.business_id);
  // Links sent to the earlier address no longer work.
  await deleteLinks(ctx, userId, 'verify', 'reset');
  await recordSecurityEvent(ctx, subjectOf(before), 'email_changed', `${before.email} to ${email}`);
  for (const to of [before.email, email])
    await notify(ctx, {
      key: `email-changed:${userId}:${ctx.now.getTime()}${to === email ? ':new' : ''}`,
      to,
      template: 'emailChanged',
      facts: { firstName: before.first_name, newEmail: email },
    });
}

/** Sets the password of whoever holds a reset link, which also proves the address, and ends every session and the linked phone. */
export async function resetPassword(ctx: SystemCtx, token: string, passwordHash: string): Promise<void> {
  const { user_id: userId } = await consumeLink(ctx, token, 'reset');
  const user = await accountById(ctx.tx, userId);
  if (user.email_verified_at === null) await revokeUnverifiedAccess(ctx, user);
  await ctx.tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
  await confirmAddress(ctx, userId);
  await deleteLinks(ctx, userId, 'change');
  await unlinkOwnerPhone(ctx, phoneOwner(user));
  await endSessions(ctx, userId);
  await recordSecurityEvent(ctx, subjectOf(user), 'password_reset');
  await notify(ctx, {
    key: `password-changed:${tokenHash(token)}`,
    to: user.email,
    template: 'passwordChanged',
    facts: { firstName: user.first_name },
  });
}
