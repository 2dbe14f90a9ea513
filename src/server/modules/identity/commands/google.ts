import { plusMs } from '#core/dates.ts';
import { AppError, notFound } from '#core/errors.ts';
import { newToken } from '#core/ids.ts';
import type { SignInIdentity } from '#server/kernel/ports/index.ts';
import type { Ctx, SystemCtx } from '#server/kernel/scope.ts';
import { recordActorEvent, recordSecurityEvent } from '#server/modules/audit/commands.ts';
import { notify } from '#server/modules/notifications/commands/notify.ts';
import { type Account, accountByEmail, accountById, twoFactorIsOn } from '../queries/accounts.ts';
import { googleConnectionOf } from '../queries/google.ts';
import { CODE_MS, CODE_WITH_TWO_FACTOR_MS, namesOf } from '../rules/google.ts';
import { subjectOf, tokenHash } from '../rules/tokens.ts';
import { addUser } from './account.ts';
import { revokeUnverifiedAccess } from './revoke-unverified.ts';

/**
 * The account of a person Google vouches for: the one that is linked, else the one with the confirmed address, else a new
 * one. Null when Google has not confirmed the address.
 */
export async function accountForGoogleIdentity(
  ctx: SystemCtx,
  person: SignInIdentity,
): Promise<Account | null> {
  const linked = await ctx.tx
    .selectFrom('external_identities')
    .select('user_id')
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
    .executeTakeFirst();
  if (linked) return accountById(ctx.tx, linked.user_id);
  if (!person.emailVerified) return null;
  const existing = await accountByEmail(ctx.tx, person.email);
  const account = existing ? await linkGoogle(ctx, existing) : await createAccount(ctx, person);
  await ctx.tx
    .insertInto('external_identities')
    .values({ issuer: person.issuer, subject: person.subject, user_id: account.id, created_at: ctx.now })
    .execute();
  return account;
}

async function createAccount(ctx: SystemCtx, person: SignInIdentity): Promise<Account> {
  const row = await addUser(ctx, {
    ...namesOf(person),
    email: person.email,
    passwordHash: null,
    currency: 'NGN',
    referralCode: null,
    // Asked for on the first page, since Google asks for nothing of the kind.
    agreed: false,
    verified: true,
  });
  await recordSecurityEvent(ctx, subjectOf(row), 'google_linked', 'At sign-up');
  return { ...row, registered: false };
}

async function linkGoogle(ctx: SystemCtx, account: Account): Promise<Account> {
  if (account.email_verified_at === null) await claimUnverifiedAccount(ctx, account);
  await recordSecurityEvent(ctx, subjectOf(account), 'google_linked', account.email);
  await notify(ctx, {
    key: `google-linked:${account.id}:${ctx.now.getTime()}`,
    to: account.email,
    template: 'googleLinked',
    facts: { firstName: account.first_name },
  });
  return accountById(ctx.tx, account.id);
}

async function claimUnverifiedAccount(ctx: SystemCtx, account: Account): Promise<void> {
  await ctx.tx
    .updateTable('users')
    .set({ password_hash: null, email_verified_at: ctx.now })
    .where('id', '=', account.id)
    .execute();
  await revokeUnverifiedAccess(ctx, account);
  await recordSecurityEvent(ctx, subjectOf(account), 'email_verified', account.email);
}

/** Makes the code the return page turns into a session, once and soon. */
export async function createSignInCode(ctx: SystemCtx, account: Account): Promise<string> {
  const code = newToken();
  const life = (await twoFactorIsOn(ctx.tx, account.id)) ? CODE_WITH_TWO_FACTOR_MS : CODE_MS;
  await ctx.tx.deleteFrom('sign_in_codes').where('expires_at', '<=', ctx.now).execute();
  await ctx.tx
    .insertInto('sign_in_codes')
    .values({
      code_hash: tokenHash(code),
      user_id: account.id,
      expires_at: plusMs(ctx.now, life),
      used_at: null,
    })
    .execute();
  return code;
}

/** Uses a code up. Throws 410 when it was used or is too old. */
export async function consumeSignInCode(ctx: SystemCtx, code: string): Promise<void> {
  const used = await ctx.tx
    .updateTable('sign_in_codes')
    .set({ used_at: ctx.now })
    .where('code_hash', '=', tokenHash(code))
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .returning('user_id')
    .executeTakeFirst();
  if (!used) throw signInExpired();
}

export const signInExpired = () =>
  new AppError('token_expired', 'This sign-in has expired. Please begin again');

/**
 * Has Google open the actor's account no more, nor finish a sign-in that is under way, and tells the owner. Throws 404 where
 * it opens nothing, 409 where it is the only way in.
 */
export async function disconnectGoogle(ctx: Ctx): Promise<void> {
  const { userId, email, firstName } = ctx.actor;
  // Locks the user so that concurrent removals cannot delete the last sign-in method.
  await ctx.tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const connected = await googleConnectionOf(ctx.tx, userId);
  if (!connected) throw notFound('connection');
  if (connected.onlyWayIn)
    throw new AppError('conflict', 'Google is your only way in. Set a password or add a passkey first');
  await ctx.tx.deleteFrom('external_identities').where('user_id', '=', userId).execute();
  await ctx.tx.deleteFrom('sign_in_codes').where('user_id', '=', userId).execute();
  await recordActorEvent(ctx, 'google_unlinked');
  await notify(ctx, {
    key: `google-unlinked:${userId}:${ctx.now.getTime()}`,
    to: email,
    template: 'googleUnlinked',
    facts: { firstName },
  });
}
