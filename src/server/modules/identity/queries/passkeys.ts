import type { Db } from '#server/kernel/db.ts';
import type { AccountFactors } from '../rules/factors.ts';
import type { PasskeyRow } from '../table.ts';
import { accountById, twoFactorIsOn } from './accounts.ts';

/** The passkeys of an account, the oldest first. */
export function passkeysOf(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** Those of an account that still open something. */
export async function usablePasskeysOf(db: Db, userId: string): Promise<PasskeyRow[]> {
  return (await passkeysOf(db, userId)).filter((row) => row.suspended_at === null);
}

/** The passkey an authenticator knows by this id; null where there is none or it was suspended. */
export async function passkeyByCredential(db: Db, credentialId: string): Promise<PasskeyRow | null> {
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** By what somebody can show who they are. */
export async function factorsOf(db: Db, userId: string): Promise<AccountFactors> {
  const { password_hash: hash } = await accountById(db, userId);
  return {
    hasPassword: hash !== null,
    twoFactor: await twoFactorIsOn(db, userId),
    passkeys: await usablePasskeysOf(db, userId),
  };
}
