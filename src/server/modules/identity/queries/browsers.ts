import type { Db } from '#server/kernel/db.ts';
import { tokenHash } from '../rules/tokens.ts';

/** Whether somebody has signed in to the account of this address in this browser before. */
export async function isKnownBrowser(
  db: Db,
  { email, browser }: { email: string; browser: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('known_browsers as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .select('k.user_id')
    .where('u.email', '=', email)
    .where('k.browser_hash', '=', tokenHash(browser))
    .executeTakeFirst();
  return row !== undefined;
}
