import { DEFAULT_ZONE, plusMs } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/kernel/db.ts';
import type { LiveSession } from '#server/kernel/session-cache.ts';
import { type Actor, sessionEnded, type System } from '#server/kernel/scope.ts';
import { idleSince, linkRefusals, tokenHash, TOUCH_EVERY_MS } from '../rules/tokens.ts';
import type { UserRow } from '../table.ts';

/**
 * An account, with whether its business is registered; a profile pending owner verification counts as none.
 */
export type Account = UserRow & { registered: boolean };

/**
 * The signed-in person a token belongs to, or null. Writes the session's last use now and then. Throws the same 401 as for no
 * token, with the reason, where the session was ended from elsewhere: whoever has the token may know that.
 */
export const authenticate = (
  system: Pick<System, 'db' | 'config' | 'now' | 'sessions'>,
  token: string,
): Promise<Actor | null> => {
  const now = system.now();
  const hash = tokenHash(token);
  return system.sessions.actorOf(hash, now, () => readSession(system, hash, now));
};

async function readSession(
  system: Pick<System, 'db' | 'config'>,
  hash: string,
  now: Date,
): Promise<LiveSession<Actor> | null> {
  const row =
    (await signedIn(system, now).where('s.token_hash', '=', hash).executeTakeFirst()) ??
    (await sessionByPreviousToken(system, now, hash));
  if (!row) return rejectEndedSession(system.db, hash);
  await touchSession(system.db, row.session_id, row.last_used_at, now);
  const actor: Actor = {
    userId: row.id,
    businessId: row.business_id,
    sessionId: row.session_id,
    client: row.client,
    email: row.email,
    firstName: row.first_name,
    currency: row.currency,
    timeZone: row.time_zone ?? DEFAULT_ZONE,
    registered: row.profile_id !== null,
    provenAt: row.proven_at,
    provenBy: row.proven_by,
  };
  return { actor, expiresAt: row.usable_until };
}

async function rejectEndedSession(db: Db, hash: string): Promise<null> {
  const ended = await db
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', hash)
    .whereRef('revoked_at', '<', 'expires_at')
    .executeTakeFirst();
  if (ended) throw sessionEnded();
  return null;
}

// The token before the last proof: calls that were under way still pass, but with nothing that the proof allows.
async function sessionByPreviousToken(system: Pick<System, 'db' | 'config'>, now: Date, hash: string) {
  const row = await signedIn(system, now)
    .where('s.earlier_hash', '=', hash)
    .where('s.earlier_until', '>', now)
    .executeTakeFirst();
  return row && { ...row, proven_at: null, usable_until: row.earlier_until ?? row.usable_until };
}

const signedIn = (system: Pick<System, 'db' | 'config'>, now: Date) =>
  liveSessions(system.db, now, system.config)
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('business_profiles as b', (join) =>
      join.onRef('b.business_id', '=', 'u.business_id').on('b.pending_owner_verification', '=', false),
    )
    .select([
      's.id as session_id',
      's.last_used_at',
      's.client',
      's.proven_at',
      's.proven_by',
      's.expires_at as usable_until',
      's.earlier_until',
      'u.id',
      'u.business_id',
      'u.email',
      'u.first_name',
      'u.currency',
      'b.business_id as profile_id',
      'b.time_zone',
    ]);

async function touchSession(db: Db, sessionId: string, lastUsed: Date, now: Date): Promise<void> {
  const due = plusMs(now, -TOUCH_EVERY_MS);
  if (lastUsed > due) return;
  await db
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('id', '=', sessionId)
    .where('last_used_at', '<=', due)
    .execute();
}

type Lifetimes = Pick<Config, 'sessionIdleMs' | 'sessionMaxMs'>;

// The age counts by the limit of today as well: lowering it ends the sessions that were opened under a longer one.
function liveSessions(db: Db, now: Date, config: Lifetimes) {
  return db
    .selectFrom('sessions as s')
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('s.created_at', '>', plusMs(now, -config.sessionMaxMs))
    .where('s.last_used_at', '>', idleSince(now, config));
}

/** Whether a session is still alive: neither ended, nor too old, nor long unused. */
export async function isSessionAlive(
  db: Db,
  config: Lifetimes & Pick<Config, 'clock'>,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  const now = config.clock();
  const row = await liveSessions(db, now, config)
    .select('s.id')
    .where('s.user_id', '=', userId)
    .where('s.id', '=', sessionId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Where an account is signed in, the latest sign-in first. */
export function sessionsOf(db: Db, userId: string, now: Date, config: Lifetimes) {
  return liveSessions(db, now, config)
    .selectAll('s')
    .where('s.user_id', '=', userId)
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .execute();
}

/** The account with this address (lower case), or null. */
export async function accountByEmail(db: Db, email: string): Promise<Account | null> {
  const row = await accounts(db).where('u.email', '=', email).executeTakeFirst();
  return row ? toAccount(row) : null;
}

/** The account with this id; throws when there is none. */
export async function accountById(db: Db, userId: string): Promise<Account> {
  return toAccount(await accounts(db).where('u.id', '=', userId).executeTakeFirstOrThrow());
}

const withBusiness = (db: Db) =>
  db
    .selectFrom('users as u')
    .leftJoin('business_profiles as b', (join) =>
      join.onRef('b.business_id', '=', 'u.business_id').on('b.pending_owner_verification', '=', false),
    )
    .select('b.business_id as profile_id');

const accounts = (db: Db) => withBusiness(db).selectAll('u');

function toAccount({ profile_id, ...user }: UserRow & { profile_id: string | null }): Account {
  return { ...user, registered: profile_id !== null };
}

/** Owner of a business as the actor behind a linked phone; null once the account is to be deleted. */
export const ownerActor = async (db: Db, businessId: string): Promise<Actor | null> =>
  actorOf(await ownerRow(db, businessId).executeTakeFirst());

/** The row `actorOf` makes that actor of. */
export const ownerRow = (db: Db, businessId: string) =>
  withBusiness(db)
    .select(['u.id', 'u.business_id', 'u.email', 'u.first_name', 'u.currency', 'b.time_zone'])
    .where('u.business_id', '=', businessId)
    .where('u.deletion_due_at', 'is', null)
    .where('u.erased_at', 'is', null);

type OwnerRow = Awaited<ReturnType<ReturnType<typeof ownerRow>['executeTakeFirst']>>;

/** The actor of a row of `ownerRow`; null without one. */
export const actorOf = (row: OwnerRow): Actor | null =>
  row
    ? {
        userId: row.id,
        businessId: row.business_id,
        sessionId: '',
        client: 'whatsapp',
        email: row.email,
        firstName: row.first_name,
        currency: row.currency,
        timeZone: row.time_zone ?? DEFAULT_ZONE,
        registered: row.profile_id !== null,
      }
    : null;

/** Owner of a business, for messages about it. */
export function ownerOf(
  db: Db,
  businessId: string,
): Promise<{ id: string; email: string; firstName: string }> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'first_name as firstName'])
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow();
}

/** Whether the owner of a business has shown that their address is theirs. */
export async function ownerIsConfirmed(db: Db, businessId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('email_verified_at')
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  return Boolean(row?.email_verified_at);
}

/** Throws unless a reset link can still be used. Read only: `consumeLink` uses it up. */
export async function requireResetLink(db: Db, token: string, now: Date): Promise<void> {
  const row = await db
    .selectFrom('email_tokens')
    .select('token_hash')
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', '=', 'reset')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!row) throw new AppError('token_expired', linkRefusals.reset);
}

/** Whether two-factor is on for an account. */
export async function twoFactorIsOn(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('two_factor')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many recovery codes have not been used. */
export async function recoveryCodesLeft(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.left);
}

/** The account a sign-in code is for; null when it was used, is too old or never was. */
export async function accountOfSignInCode(db: Db, code: string, now: Date): Promise<Account | null> {
  const row = await db
    .selectFrom('sign_in_codes')
    .select('user_id')
    .where('code_hash', '=', tokenHash(code))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ? accountById(db, row.user_id) : null;
}
