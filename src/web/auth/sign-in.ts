import { setFlashMessage } from '#web/lib/notifications/flash-message.ts';
import { type SessionUser, startSession } from '#web/lib/session/session.ts';
import * as texts from './texts.ts';

type SignInResult = { token: string; user: SessionUser; data: { deletionUndone?: boolean | undefined } };

/** Keeps the session and goes to the place after it; the page stays as it is until the next one has come. */
export async function completeSignIn(
  { token, user, data }: SignInResult,
  redirectTo: string | null = requestedRedirect(),
) {
  startSession(token, user);
  if (data.deletionUndone) setFlashMessage('info', texts.login.accountStays);
  location.assign(destinationAfterSignIn(user, redirectTo));
  return new Promise<never>(() => {});
}

/** Where somebody goes once signed in: back to where they wanted to be, or to the chat; first of all to onboarding. */
export function destinationAfterSignIn(
  user: Pick<SessionUser, 'isBusinessRegistered'>,
  redirectTo: string | null,
): string {
  if (!user.isBusinessRegistered) return '/onboarding';
  return isOwnPath(redirectTo) ? redirectTo : '/dashboard/chat';
}

export function requestedRedirect(): string | null {
  return new URLSearchParams(location.search).get('redirect');
}

/** A way back inside this service only: never to an address somebody put into the link. */
function isOwnPath(path: string | null): path is string {
  return path !== null && /^\/(dashboard|onboarding|connect-extension)(?![\w-])/.test(path);
}
