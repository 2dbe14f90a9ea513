import { plusMs } from '#core/dates.ts';
import { newToken } from '#core/ids.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { tokenHash } from '#server/modules/identity/rules/tokens.ts';
import { linkGone, SESSION_MS } from '../rules.ts';

/** Opens a session with a link, and gives its token. Of two who use a link that opens once, one gets in. Throws 410. */
export async function openSession(ctx: SystemCtx, linkToken: string): Promise<string> {
  const link_hash = tokenHash(linkToken);
  const link = (await spendLink(ctx, link_hash)) ?? (await sharedLink(ctx, link_hash));
  if (!link) throw linkGone();
  const token = newToken();
  await ctx.tx
    .insertInto('portal_sessions')
    .values({
      ...link,
      token_hash: tokenHash(token),
      expires_at: plusMs(ctx.now, SESSION_MS),
      created_at: ctx.now,
    })
    .execute();
  return token;
}

async function spendLink({ tx, now }: SystemCtx, hash: string) {
  const link = await tx
    .deleteFrom('portal_links')
    .where('token_hash', '=', hash)
    .where('shared', '=', false)
    .where('expires_at', '>', now)
    .returning(['business_id', 'customer_id'])
    .executeTakeFirst();
  return link && { ...link, link_hash: null };
}

// Locked, so that ending it either waits for the session and ends that too, or is seen here.
async function sharedLink({ tx, now }: SystemCtx, link_hash: string) {
  const link = await tx
    .selectFrom('portal_links')
    .select(['business_id', 'customer_id'])
    .where('token_hash', '=', link_hash)
    .where('shared', '=', true)
    .where('expires_at', '>', now)
    .forKeyShare()
    .executeTakeFirst();
  return link && { ...link, link_hash };
}

/** Ends a session. */
export async function endSession(ctx: SystemCtx, token: string): Promise<void> {
  await ctx.tx.deleteFrom('portal_sessions').where('token_hash', '=', tokenHash(token)).execute();
}
