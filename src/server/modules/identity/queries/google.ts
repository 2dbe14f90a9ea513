import type { Db } from '#server/kernel/db.ts';
import { accountById } from './accounts.ts';
import { usablePasskeysOf } from './passkeys.ts';

/** Since when Google opens an account, and whether nothing else does; null where it does not. */
export async function googleConnectionOf(
  db: Db,
  userId: string,
): Promise<{ accounts: number; since: Date; onlyWayIn: boolean } | null> {
  const linked = await db
    .selectFrom('external_identities')
    .select('created_at')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const [first] = linked;
  if (!first) return null;
  const { password_hash: hash } = await accountById(db, userId);
  const onlyWayIn = hash === null && (await usablePasskeysOf(db, userId)).length === 0;
  return { accounts: linked.length, since: first.created_at, onlyWayIn };
}
