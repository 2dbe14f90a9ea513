import { deviceName } from '#core/device-name.ts';
import { AppError } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import type { Currency } from '#core/money.ts';
import { violates } from '#server/kernel/db.ts';
import { type Ctx, sessionsChanged, type SystemCtx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { recordActorEvent, recordSecurityEvent } from '#server/modules/audit/commands.ts';
import { recordConsent } from '#server/modules/consents/commands.ts';
import { notify } from '#server/modules/notifications/commands/notify.ts';
import { type Account, accountById } from '../queries/accounts.ts';
import { subjectOf } from '../rules/tokens.ts';
import type { UserRow } from '../table.ts';
import { rememberBrowser } from './browsers.ts';
import { sendVerification } from './links.ts';
import { unlinkOwnerPhone } from './phone.ts';
import { endSessions, type NewSession, openSession, type SignedIn } from './sessions.ts';

export type NewUser = {
  email: string;
  /** Null for somebody who came with Google. */
  passwordHash: string | null;
  firstName: string;
  lastName: string;
  currency: Currency;
  referralCode: string | null;
  /** To the terms and the privacy notice. */
  agreed: boolean;
  /** Somebody else vouches for the address. */
  verified?: boolean;
};

/** Creates an account, signs it in and sends the verification message. */
export async function createUser(
  ctx: SystemCtx,
  user: NewUser,
  session: NewSession,
  publicUrl: string,
): Promise<SignedIn> {
  const row = await addUser(ctx, user);
  const token = await openSession(ctx, row.id, session, { provenBy: 'password' });
  if (session.browser) await rememberBrowser(ctx, row, session.browser);
  await sendVerification(ctx, row, publicUrl);
  return { account: { ...row, registered: false }, token };
}

/** Creates an account; the id of its business is set from the start. Throws 409 when the address has one. */
export async function addUser(ctx: SystemCtx, user: NewUser): Promise<UserRow> {
  const row = await insertUser(ctx, user);
  recordActivity(ctx, row.business_id, { type: 'auth_register', description: 'Account created' });
  await recordSecurityEvent(ctx, subjectOf(row), 'signed_up', deviceName(ctx.origin.userAgent));
  if (user.agreed) await recordAgreement(ctx, row);
  return row;
}

async function recordAgreement(ctx: SystemCtx, { id, business_id: businessId }: UserRow): Promise<void> {
  const agreed = { businessId, subject: 'owner', subjectId: id, given: true, way: 'sign_up' } as const;
  for (const purpose of ['terms', 'privacy'] as const) await recordConsent(ctx, { ...agreed, purpose });
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
        email_verified_at: user.verified ? ctx.now : null,
        deletion_due_at: null,
        erased_at: null,
        created_at: ctx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (violates(error, 'users_email_key')) throw new AppError('already_exists', 'User already exists.');
    throw error;
  }
}

/** Changes how the owner is called and which currency comes first; what is left out stays. */
export async function updateAccount(
  ctx: Ctx,
  change: {
    firstName?: string | undefined;
    lastName?: string | undefined;
    preferredCurrency?: Currency | undefined;
  },
): Promise<Account> {
  const { userId } = ctx.actor;
  const values = {
    ...(change.firstName ? { first_name: change.firstName } : {}),
    ...(change.lastName ? { last_name: change.lastName } : {}),
    ...(change.preferredCurrency ? { currency: change.preferredCurrency } : {}),
  };
  if (Object.keys(values).length > 0) {
    await ctx.tx.updateTable('users').set(values).where('id', '=', userId).execute();
    sessionsChanged(ctx, ctx.actor.businessId);
    await recordActorEvent(ctx, 'details_changed', changedLabels(change));
  }
  return accountById(ctx.tx, userId);
}

const changedLabels = (change: { firstName?: unknown; lastName?: unknown; preferredCurrency?: unknown }) =>
  [
    ...(change.firstName || change.lastName ? ['Name'] : []),
    ...(change.preferredCurrency ? ['Currency'] : []),
  ].join(' and ');

/** Puts a new password in the place of the one that was compared; every other session ends, and what a linked phone may do. Throws 409 where it changed since. */
export async function changePassword(ctx: Ctx, before: string, passwordHash: string): Promise<void> {
  const { actor } = ctx;
  const changed = await ctx.tx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', actor.userId)
    .where('password_hash', '=', before)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw new AppError('conflict', 'Your password was just changed. Please log in again');
  await ctx.tx
    .deleteFrom('email_tokens')
    .where('user_id', '=', actor.userId)
    .where('purpose', 'in', ['reset', 'change'])
    .execute();
  await unlinkOwnerPhone(ctx, actor);
  await endSessions(ctx, actor.userId, actor.sessionId);
  await recordActorEvent(ctx, 'password_changed');
  await notify(ctx, {
    key: `own-password:${actor.userId}:${ctx.now.getTime()}`,
    to: actor.email,
    template: 'ownPasswordChanged',
    facts: { firstName: actor.firstName },
  });
}
