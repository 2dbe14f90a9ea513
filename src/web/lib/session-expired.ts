import { ApiError } from '#contract/client.ts';
import { carryToast } from './carried-toast.ts';
import { endSession, getSession } from './session.ts';

export const SESSION_EXPIRED = 'Session expired. Please login again.';

let leave: () => void = () => {};

/** Tells how to get to the login page; the router does so once. */
export function whenSessionExpires(run: () => void): void {
  leave = run;
}

/** Whether a failed call means that the session is over. */
export function isSessionEnd(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 401 || error.status === 403 || error.message === 'Invalid token';
}

/** Ends the session, once however many calls fail together, and goes to the login page. */
export function expireSession(message: string = SESSION_EXPIRED): void {
  if (getSession().token === null) return;
  endSession('expired');
  carryToast('error', message);
  leave();
}
