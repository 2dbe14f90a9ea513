import { ApiError } from '#contract/client.ts';
import { setFlashMessage } from '../notifications/flash-message.ts';
import { endSession, rereadSession } from './session.ts';

const SESSION_EXPIRED = 'Session expired. Please login again.';
const SIGNED_OUT =
  'You were signed out from another device, or because your password or PIN was changed. Please log in again.';

/** The `data` of an error response. */
export const responseData = async (response: Response): Promise<unknown> =>
  Object(await response.json().catch(() => null)).data;

/** The message for an ended session: the error's data says whether it was ended on purpose. */
export const sessionEndMessage = (data: unknown, fallback: string = SESSION_EXPIRED): string =>
  Object(data).sessionEnded === true ? SIGNED_OUT : fallback;

let redirectToLogin: () => void = () => {};

/** Registers the redirect to the login page; the router does so once. */
export function onSessionExpired(run: () => void): void {
  redirectToLogin = run;
}

/** Whether a failed call means that the session is over. */
export function isSessionEnd(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 401 || error.status === 403 || error.message === 'Invalid token';
}

/** Ends the session, once however many calls fail together, and goes to the login page. */
export function expireSession(message: string): void {
  // Another tab may have logged out, and says so itself.
  if (rereadSession().token === null) return;
  endSession('expired');
  setFlashMessage('error', message);
  redirectToLogin();
}
