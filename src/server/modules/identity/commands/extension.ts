import { plusMs } from '#core/dates.ts';
import { deviceName } from '#core/device-name.ts';
import { newToken } from '#core/ids.ts';
import type { Ctx, SystemCtx } from '#server/kernel/scope.ts';
import { sameText } from '#server/kernel/sealing.ts';
import { recordSecurityEvent } from '#server/modules/audit/commands.ts';
import { notify } from '#server/modules/notifications/commands/notify.ts';
import { accountById } from '../queries/accounts.ts';
import { challengeOf, EXTENSION_CODE_MS } from '../rules/extension.ts';
import { subjectOf, tokenHash } from '../rules/tokens.ts';
import type { ExtensionCodeRow } from '../table.ts';
import { type NewSession, openSession, type SignedIn } from './sessions.ts';

export type ConnectRequest = { redirectUri: string; state: string; codeChallenge: string };
export type CodeProof = { code: string; codeVerifier: string; redirectUri: string; state: string };

/** Makes the code an extension turns into a session, once and soon. */
export async function createExtensionCode(ctx: Ctx, request: ConnectRequest): Promise<string> {
  const code = newToken();
  await ctx.tx.deleteFrom('extension_codes').where('expires_at', '<=', ctx.now).execute();
  await ctx.tx
    .insertInto('extension_codes')
    .values({
      code_hash: tokenHash(code),
      user_id: ctx.actor.userId,
      session_id: ctx.actor.sessionId,
      redirect_uri: request.redirectUri,
      challenge: request.codeChallenge,
      state: request.state,
      expires_at: plusMs(ctx.now, EXTENSION_CODE_MS),
      used_at: null,
    })
    .execute();
  return code;
}

/** Uses a code up, also where the proof is wrong: a code that leaked is tried once. Null where it opens nothing. */
export async function redeemExtensionCode(
  ctx: SystemCtx,
  proof: CodeProof,
  session: NewSession,
): Promise<SignedIn | null> {
  const row = await ctx.tx
    .updateTable('extension_codes')
    .set({ used_at: ctx.now })
    .where('code_hash', '=', tokenHash(proof.code))
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .returningAll()
    .executeTakeFirst();
  if (!row || !isProven(row, proof) || !(await isSessionActive(ctx, row))) return null;
  const account = await accountById(ctx.tx, row.user_id);
  const token = await openSession(ctx, account.id, session, { client: 'extension' });
  const device = deviceName(ctx.origin.userAgent);
  await recordSecurityEvent(ctx, subjectOf(account), 'extension_connected', device);
  await notify(ctx, {
    key: `extension:${tokenHash(proof.code)}`,
    to: account.email,
    template: 'extensionConnected',
    facts: { firstName: account.first_name, device },
  });
  return { account, token };
}

const isProven = (row: ExtensionCodeRow, { codeVerifier, redirectUri, state }: CodeProof): boolean =>
  sameText(row.challenge, challengeOf(codeVerifier)) &&
  row.redirect_uri === redirectUri &&
  row.state === state;

// The lock makes what ends every session wait or come first, as at log-in.
async function isSessionActive(ctx: SystemCtx, { user_id, session_id }: ExtensionCodeRow): Promise<boolean> {
  await ctx.tx.selectFrom('users').select('id').where('id', '=', user_id).forShare().execute();
  const alive = await ctx.tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', session_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .executeTakeFirst();
  return alive !== undefined;
}
