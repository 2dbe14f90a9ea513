import type { identity } from '#contract/identity.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { inBrowser } from './browser-cookie.ts';
import { verifyEmail } from './commands/links.ts';
import { revokeSession, signOut } from './commands/sessions.ts';
import { choosePassword, forgotPassword, login, register, resendVerification } from './flows/sign-in.ts';
import { presentSession, presentSignedIn, presentUser } from './present.ts';
import { accountById, sessionsOf } from './queries/accounts.ts';

export const routes: Handlers<typeof identity> = {
  register: async (scope, { body }, raw) => ({
    message: "Signup successful, we've sent you an email to verify it's you",
    ...presentSignedIn(await inBrowser(scope, raw, (browser) => register(scope, body, browser))),
  }),
  login: async (scope, { body }, raw) => ({
    message: 'Login successful',
    ...presentSignedIn(await inBrowser(scope, raw, (browser) => login(scope, body, browser))),
  }),
  verifyEmail: async (scope, { params }) => {
    const account = await scope.transactAsSystem((ctx) => verifyEmail(ctx, params.token));
    return { message: 'Email verified', data: { user: presentUser(account) } };
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
  session: async (scope) => ({
    data: { user: presentUser(await accountById(scope.db, scope.actor.userId)) },
  }),
  sessions: async (scope) => {
    const rows = await sessionsOf(scope.db, scope.actor.userId, scope.now, scope.config);
    return { data: { sessions: rows.map((row) => presentSession(row, scope.actor.sessionId)) } };
  },
  revokeSession: async (scope, { params }) => {
    await scope.transact((ctx) => revokeSession(ctx, params.id));
    return { message: 'Session ended', data: null };
  },
};
