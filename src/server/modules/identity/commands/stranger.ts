import type { SystemCtx } from '#server/scope.ts';
import type { Account } from '../queries.ts';
import { forgetBrowsers } from './browsers.ts';
import { forgetPasskeys } from './passkeys.ts';
import { endPhone, phoneOwner } from './phone.ts';
import { endSessions } from './sessions.ts';
import { forgetTwoFactor } from './two-factor.ts';

/**
 * Ends every way in but the password of an account whose address nobody had shown to be theirs, for whoever shows it now:
 * whoever made the account may have been waiting for them.
 */
export async function shutStrangerOut(ctx: SystemCtx, account: Account): Promise<void> {
  await endSessions(ctx, account.id);
  await endPhone(ctx, phoneOwner(account));
  await forgetTwoFactor(ctx, account.id);
  await forgetPasskeys(ctx, account.id);
  await forgetBrowsers(ctx, account.id);
  await ctx.tx.deleteFrom('email_tokens').where('user_id', '=', account.id).execute();
}
