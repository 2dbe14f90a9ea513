import type { Selectable } from 'kysely';
import type * as z from 'zod/mini';
import type { user } from '#contract/identity.ts';
import type { SignedIn } from './commands/sessions.ts';
import type { Account } from './queries/accounts.ts';
import { settledAt } from './rules/factors.ts';
import type { PasskeyRow, SessionRow } from './table.ts';

export function presentSignedIn({ account, token, deletionUndone }: SignedIn) {
  const user = presentUser(account);
  return { token, user, data: { user, token, ...(deletionUndone && { deletionUndone }) } };
}

export function presentUser(account: Account): z.output<typeof user> {
  return {
    id: account.id,
    _id: account.id,
    email: account.email,
    firstName: account.first_name,
    lastName: account.last_name,
    image: account.image,
    currency: account.currency,
    isEmailVerified: account.email_verified_at !== null,
    isBusinessRegistered: account.registered,
    hasPassword: account.password_hash !== null,
    businessId: account.business_id,
    createdAt: account.created_at,
  };
}

export function presentSession(row: Selectable<SessionRow>, currentId: string) {
  return {
    id: row.id,
    _id: row.id,
    current: row.id === currentId,
    client: row.client,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}

export function presentPasskey(row: PasskeyRow) {
  return {
    id: row.id,
    _id: row.id,
    name: row.name,
    backedUp: row.backed_up,
    suspended: row.suspended_at !== null,
    createdAt: row.created_at,
    settledAt: settledAt(row),
    lastUsedAt: row.last_used_at,
  };
}
