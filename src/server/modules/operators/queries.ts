import type { Selectable } from 'kysely';
import { plusMs } from '#core/dates.ts';
import type { Db } from '#server/kernel/db.ts';
import { tokenHash } from '#server/modules/identity/rules/tokens.ts';
import { IDLE_MS } from './rules.ts';
import type { OperatorRow } from './table.ts';

export type Operator = Selectable<OperatorRow>;

/** Whether this service has an operator account at all. */
export async function hasOperators(db: Db): Promise<boolean> {
  const row = await db.selectFrom('operators').select('name').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Every operator account, by name. */
export const operatorsOf = (db: Db): Promise<Operator[]> =>
  db.selectFrom('operators').selectAll().orderBy('name').execute();

/** The operator with this name, or null. */
export async function operatorByName(db: Db, name: string): Promise<Operator | null> {
  const row = await db.selectFrom('operators').selectAll().where('name', '=', name).executeTakeFirst();
  return row ?? null;
}

/** The account a set-up secret of this name opens, or null. */
export async function operatorInSetup(
  db: Db,
  { name, setupSecret }: { name: string; setupSecret: string },
  now: Date,
): Promise<Operator | null> {
  const row = await db
    .selectFrom('operators')
    .selectAll()
    .where('name', '=', name)
    .where('setup_hash', '=', tokenHash(setupSecret))
    .where('setup_expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/** Name of the operator whose session a token is, and its last use; null once it ended. */
export async function operatorSession(
  db: Db,
  token: string,
  now: Date,
): Promise<{ operator: string; lastUsedAt: Date } | null> {
  const row = await db
    .selectFrom('operator_sessions')
    .select(['operator', 'last_used_at as lastUsedAt'])
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', now)
    .where('last_used_at', '>', plusMs(now, -IDLE_MS))
    .executeTakeFirst();
  return row ?? null;
}
