import type * as z from 'zod/mini';
import type { identity, user } from '#contract/identity.ts';
import type { Handlers } from '#server/http.ts';
import { revokeSession, type SignedIn, signOut, verifyEmail } from './commands.ts';
import { choosePassword, forgotPassword, login, register, resendVerification } from './flows.ts';
import { type Account, accountById, sessionsOf } from './queries.ts';
import { idleSince, userAgentOf } from './rules.ts';
import type { SessionRow } from './table.ts';

export const routes: Handlers<typeof identity> = {
  register: async (scope, { body }, raw) => ({
    message: "Signup successful, we've sent you an email to verify it's you",
    ...presentSignedIn(await register(scope, body, userAgentOf(raw.headers))),
  }),
  login: async (scope, { body }, raw) => ({
    message: 'Login successful',
    ...presentSignedIn(await login(scope, body, userAgentOf(raw.headers))),
  }),
  verifyEmail: async (scope, { params }) => {
    const account = await scope.transactAsSystem((ctx) => verifyEmail(ctx, params.token));
    return { message: 'Email verified', data: { user: present(account) } };
  },
  resendVerification: async (scope, { body }) => {
    await resendVerification(scope, body.email);
    return { message: 'Verification email sent', data: null };
  },
  forgotPassword: async (scope, { body }) => {
    await forgotPassword(scope, body.email);
    return { message: 'If there is an account with this address, a link is on its way', data: null };
  },
  resetPassword: async (scope, { body }) => {
    await choosePassword(scope, body.token, body.password);
    return { message: 'Password changed. Please log in', data: null };
  },
  logout: async (scope) => {
    await scope.transact(signOut);
    return { message: 'Logged out', data: null };
  },
  session: async (scope) => ({ data: { user: present(await accountById(scope.db, scope.actor.userId)) } }),
  sessions: async (scope) => {
    const rows = await sessionsOf(
      scope.db,
      scope.actor.userId,
      scope.now,
      idleSince(scope.now, scope.config),
    );
    return { data: { sessions: rows.map((row) => presentSession(row, scope.actor.sessionId)) } };
  },
  revokeSession: async (scope, { params }) => {
    await scope.transact((ctx) => revokeSession(ctx, params.id));
    return { message: 'Session ended', data: null };
  },
};

function presentSignedIn({ account, token }: SignedIn) {
  const user = present(account);
  return { token, user, data: { user, token } };
}

function present(account: Account): z.output<typeof user> {
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
    businessId: account.business_id,
    createdAt: account.created_at,
  };
}

function presentSession(row: SessionRow, currentId: string) {
  return {
    id: row.id,
    _id: row.id,
    current: row.id === currentId,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
