import type { ProofMethod } from '#contract/step-up.ts';
import type { Db } from '#server/kernel/db.ts';
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

/** By what somebody can show who they are; a code by mail only where there is no other way. */
export async function proofMethodsOf(db: Db, userId: string): Promise<ProofMethod[]> {
  const { password_hash: hash } = await accountById(db, userId);
  const methods: ProofMethod[] = [];
  if ((await usablePasskeysOf(db, userId)).length > 0) methods.push('passkey');
  if (hash !== null) methods.push('password');
  if (await twoFactorIsOn(db, userId)) methods.push('totp');
  return methods.length > 0 ? methods : ['email_code'];
}
