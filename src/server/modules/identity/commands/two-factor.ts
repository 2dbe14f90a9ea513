import { randomBytes } from 'node:crypto';
import { AppError } from '#core/errors.ts';
import type { Ctx, SystemCtx } from '#server/kernel/scope.ts';
import { recordActorEvent, recordOperator, recordSecurityEvent } from '#server/modules/audit/commands.ts';
import { notify } from '#server/modules/notifications/commands/notify.ts';
import { type Account, recoveryCodesLeft, twoFactorIsOn } from '../queries/accounts.ts';
import { subjectOf } from '../rules/tokens.ts';
import { matchingStep, newSecret } from '../rules/totp.ts';
import type { TwoFactorRow, UserRow } from '../table.ts';
import { endSessions } from './sessions.ts';

const RECOVERY_CODES = 10;
const RECOVERY_ALPHABET = '23456789abcdefghjkmnpqrstvwxyz';
/** Where the secret of an account is sealed to. */
export const secretPlace = (userId: string) => `two_factor.secret:${userId}`;

const wrongCode = () => new AppError('wrong_code', 'That code is not right. Enter the newest one');

/** Creates a secret, inactive until confirmed. Throws 409 where two-factor is on. */
export async function prepareTwoFactor(ctx: Ctx): Promise<string> {
  const { userId, businessId } = ctx.actor;
  const secret = newSecret();
  const sealed = await ctx.vault.seal(businessId, secretPlace(userId), secret);
  const fresh = { secret_sealed: sealed, created_at: ctx.now };
  const inserted = await ctx.tx
    .insertInto('two_factor')
    .values({ user_id: userId, confirmed_at: null, ...fresh })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(fresh).where('two_factor.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  if (!inserted) throw new AppError('conflict', 'Two-factor is on already');
  return secret;
}

/**
 * Switches two-factor on with a code of the prepared secret. Returns the recovery codes, shown only once.
 * Call it under a rate limit.
 */
export async function enableTwoFactor(ctx: Ctx, code: string): Promise<string[]> {
  const { userId } = ctx.actor;
  const row = await lockedRow(ctx, userId);
  if (!row) throw new AppError('conflict', 'Begin with the QR code');
  if (row.confirmed_at) throw new AppError('conflict', 'Two-factor is on already');
  await consumeStep(ctx, ctx.actor.businessId, row, digitsOf(code));
  await ctx.tx
    .updateTable('two_factor')
    .set({ confirmed_at: ctx.now })
    .where('user_id', '=', userId)
    .execute();
  const codes = await replaceRecoveryCodes(ctx);
  await recordActorEvent(ctx, 'two_factor_enabled');
  await notifyTwoFactorChange(ctx, ownerOf(ctx), true);
  return codes;
}

/** Switches two-factor off. */
export async function disableTwoFactor(ctx: Ctx): Promise<void> {
  await deleteTwoFactor(ctx, ctx.actor.userId);
  await recordActorEvent(ctx, 'two_factor_disabled');
  await notifyTwoFactorChange(ctx, ownerOf(ctx), false);
}

/**
 * Switches two-factor off for an owner who lost phone and recovery codes and showed the operator who they are. Every session
 * ends: one may be on the lost phone. Throws 409 where it is off.
 */
export async function disableTwoFactorByOperator(
  ctx: SystemCtx,
  account: Account,
  reason: string,
): Promise<void> {
  if (!(await twoFactorIsOn(ctx.tx, account.id))) throw new AppError('conflict', 'Two-factor is off');
  await deleteTwoFactor(ctx, account.id);
  await endSessions(ctx, account.id);
  await recordSecurityEvent(ctx, subjectOf(account), 'two_factor_disabled', 'By an operator, as you asked');
  await recordOperator(ctx, `Two-factor of ${account.business_id} switched off: ${reason}`);
  await notifyTwoFactorChange(ctx, account, false);
}

/** Deletes the secret and the recovery codes of an account. */
export async function deleteTwoFactor(ctx: SystemCtx, userId: string): Promise<void> {
  await ctx.tx.deleteFrom('two_factor').where('user_id', '=', userId).execute();
  await ctx.tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

type Owner = Pick<Account, 'id' | 'email' | 'first_name'>;

const ownerOf = ({ actor: { userId: id, email, firstName } }: Ctx): Owner => ({
  id,
  email,
  first_name: firstName,
});

async function notifyTwoFactorChange(ctx: SystemCtx, owner: Owner, enabled: boolean): Promise<void> {
  await notify(ctx, {
    key: `two-factor:${owner.id}:${ctx.now.getTime()}`,
    to: owner.email,
    template: 'twoFactorSet',
    facts: { firstName: owner.first_name, enabled },
  });
}

/** Makes new recovery codes in the place of the old ones, tells the owner and returns them. */
export async function regenerateRecoveryCodes(ctx: Ctx): Promise<string[]> {
  const { userId, email, firstName } = ctx.actor;
  const codes = await replaceRecoveryCodes(ctx);
  await recordActorEvent(ctx, 'recovery_codes_made');
  await notify(ctx, {
    key: `recovery-codes:${userId}:${ctx.now.getTime()}`,
    to: email,
    template: 'recoveryCodesMade',
    facts: { firstName },
  });
  return codes;
}

async function replaceRecoveryCodes(ctx: Ctx): Promise<string[]> {
  const { userId } = ctx.actor;
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await ctx.tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await ctx.tx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        user_id: userId,
        code_hash: ctx.sealer.fingerprint(recoveryText(userId, code)),
        used_at: null,
      })),
    )
    .execute();
  return codes;
}

// A byte is drawn again rather than bent: 240 is the last multiple of 30 below 256.
function newRecoveryCode(): string {
  const chars: string[] = [];
  while (chars.length < 8) {
    const byte = randomBytes(1)[0] ?? 255;
    if (byte < 240) chars.push(RECOVERY_ALPHABET[byte % 30] ?? '');
  }
  return `${chars.slice(0, 4).join('')}-${chars.slice(4).join('')}`;
}

// Signed with a key the database does not hold: eight letters alone could be tried out.
const recoveryText = (userId: string, code: string) =>
  `recovery-code:${userId}:${code.toLowerCase().replace(/[^0-9a-z]/g, '')}`;

/**
 * Takes a code of the authenticator app, or a recovery code, once. Throws `wrong_code`, and 409 where two-factor is off.
 * Call it under a rate limit (`withLoginLimit`).
 */
export async function useCode(ctx: SystemCtx, user: UserRow, code: string): Promise<void> {
  const row = await lockedRow(ctx, user.id);
  if (!row?.confirmed_at) throw new AppError('conflict', 'Two-factor is off');
  const digits = digitsOf(code);
  if (/^\d{6}$/.test(digits)) return consumeStep(ctx, user.business_id, row, digits);
  const used = await ctx.tx
    .updateTable('recovery_codes')
    .set({ used_at: ctx.now })
    .where('user_id', '=', user.id)
    .where('code_hash', 'in', ctx.sealer.fingerprints(recoveryText(user.id, code)))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  if (!used) throw wrongCode();
  const left = await recoveryCodesLeft(ctx.tx, user.id);
  await recordSecurityEvent(ctx, subjectOf(user), 'recovery_code_used', `${left} left`);
  await notify(ctx, {
    key: `recovery-code:${user.id}:${left}:${ctx.now.getTime()}`,
    to: user.email,
    template: 'recoveryCodeUsed',
    facts: { firstName: user.first_name, left },
  });
}

const digitsOf = (code: string) => code.replace(/[\s-]/g, '');

function lockedRow(ctx: SystemCtx, userId: string) {
  return ctx.tx
    .selectFrom('two_factor')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

type LockedRow = Pick<TwoFactorRow, 'user_id' | 'secret_sealed'> & { last_step: number };

async function consumeStep(
  ctx: SystemCtx,
  businessId: string,
  row: LockedRow,
  digits: string,
): Promise<void> {
  const secret = await ctx.vault.open(businessId, secretPlace(row.user_id), row.secret_sealed);
  const step = matchingStep(secret, digits, ctx.now, row.last_step);
  if (step === null) throw wrongCode();
  await ctx.tx
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', row.user_id)
    .execute();
}
