import { plusMs } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import { newToken } from '#core/ids.ts';
import { type Ctx, sessionEnded, sessionsChanged } from '#server/kernel/scope.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { notify } from '#server/modules/notifications/commands/notify.ts';
import type { Factor } from '../rules/factors.ts';
import { EMAIL_CODE_MS, PREVIOUS_TOKEN_MS } from '../rules/step-up.ts';
import { newEmailCode, tokenHash } from '../rules/tokens.ts';

const proofLabels: Record<Factor, string> = {
  passkey: 'With a passkey',
  new_passkey: 'With a new passkey',
  password: 'With the password',
  totp: 'With an authenticator code',
  email_code: 'With a code by mail',
  google: 'With Google',
};

/**
 * Records the actor's step-up and rotates the session token: another holder of the previous token gains
 * nothing from it and is signed out in a moment. Throws 401 when the session has ended meanwhile.
 */
export async function recordProof(ctx: Ctx, factor: Factor): Promise<string> {
  const token = newToken();
  const updated = await ctx.tx
    .updateTable('sessions')
    .set((eb) => ({
      earlier_hash: eb.ref('token_hash'),
      earlier_until: plusMs(ctx.now, PREVIOUS_TOKEN_MS),
      token_hash: tokenHash(token),
      proven_at: ctx.now,
      proven_by: factor,
    }))
    .where('id', '=', ctx.actor.sessionId)
    .where('user_id', '=', ctx.actor.userId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!updated) throw sessionEnded();
  sessionsChanged(ctx, ctx.actor.businessId);
  await recordActorEvent(ctx, 'proof_given', proofLabels[factor]);
  return token;
}

// Six digits alone could be tried out against a stolen database; not without this key.
const codeHash = (ctx: Ctx, code: string) =>
  ctx.sealer.sign(`step-up-code:${ctx.actor.sessionId}:${code.replace(/\D/g, '')}`);

/** Sends a code for this session to the account's address; the one before no longer counts. */
export async function sendProofCode(ctx: Ctx): Promise<void> {
  const { sessionId, userId, email, firstName } = ctx.actor;
  const code = newEmailCode();
  const fresh = { code_hash: codeHash(ctx, code), expires_at: plusMs(ctx.now, EMAIL_CODE_MS) };
  await ctx.tx
    .insertInto('step_up_codes')
    .values({ session_id: sessionId, user_id: userId, ...fresh })
    .onConflict((known) => known.column('session_id').doUpdateSet(fresh))
    .execute();
  await notify(ctx, {
    key: `proof-code:${sessionId}:${ctx.now.getTime()}`,
    to: email,
    template: 'proofCode',
    facts: { firstName, code },
  });
}

const WRONG_CODE = 'That code is not right, or too old';
const wrongCode = [{ path: 'code', message: WRONG_CODE }];

/** Uses a code by mail up. Throws `wrong_code`. Call it where guesses are counted. */
export async function useProofCode(ctx: Ctx, code: string): Promise<void> {
  const used = await ctx.tx
    .deleteFrom('step_up_codes')
    .where('user_id', '=', ctx.actor.userId)
    .where('session_id', '=', ctx.actor.sessionId)
    .where('code_hash', '=', codeHash(ctx, code))
    .where('expires_at', '>', ctx.now)
    .returning('session_id')
    .executeTakeFirst();
  if (!used) throw new AppError('wrong_code', WRONG_CODE, { errors: wrongCode });
}
