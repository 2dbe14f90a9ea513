import { dateIn, formatDate, timeIn } from '#core/dates.ts';
import { deviceName } from '#core/device-name.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { notify } from '#server/modules/notifications/commands/notify.ts';
import { MAX_BROWSERS } from '../rules/browsers.ts';
import { tokenHash } from '../rules/tokens.ts';
import type { UserRow } from '../table.ts';

type Owner = Pick<UserRow, 'id' | 'email' | 'first_name'>;

/** Records the browser of a sign-in. Notifies the owner of a new one, except the account's first. */
export async function rememberBrowser(ctx: SystemCtx, owner: Owner, browser: string): Promise<void> {
  const hash = tokenHash(browser);
  const before = await ctx.tx
    .selectFrom('known_browsers')
    .select('browser_hash')
    .where('user_id', '=', owner.id)
    .orderBy('last_seen_at', 'desc')
    .execute();
  await ctx.tx
    .insertInto('known_browsers')
    .values({ user_id: owner.id, browser_hash: hash, first_seen_at: ctx.now, last_seen_at: ctx.now })
    .onConflict((known) => known.columns(['user_id', 'browser_hash']).doUpdateSet({ last_seen_at: ctx.now }))
    .execute();
  const isNew = before.every(({ browser_hash }) => browser_hash !== hash);
  if (isNew && before.length > 0) await notifyNewBrowser(ctx, owner, hash);
  const surplus = before.slice(MAX_BROWSERS - 1).map(({ browser_hash }) => browser_hash);
  if (surplus.length > 0)
    await ctx.tx
      .deleteFrom('known_browsers')
      .where('user_id', '=', owner.id)
      .where('browser_hash', 'in', surplus)
      .where('browser_hash', '<>', hash)
      .execute();
}

async function notifyNewBrowser(ctx: SystemCtx, owner: Owner, hash: string): Promise<void> {
  await notify(ctx, {
    key: `new-browser:${owner.id}:${hash.slice(0, 32)}`,
    to: owner.email,
    template: 'newBrowser',
    facts: {
      firstName: owner.first_name,
      device: deviceName(ctx.origin.userAgent),
      at: `${formatDate(dateIn(ctx.now))}, ${timeIn(ctx.now)}`,
      address: ctx.origin.clientAddress,
    },
  });
}

/** Deletes every known browser of an account. */
export async function deleteBrowsers(ctx: SystemCtx, userId: string): Promise<void> {
  await ctx.tx.deleteFrom('known_browsers').where('user_id', '=', userId).execute();
}
