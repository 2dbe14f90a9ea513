import { SHARED_LINK_DAYS } from '#contract/customer-portal.ts';
import { DAY_MS, MINUTE_MS } from '#core/durations.ts';
import { AppError } from '#core/errors.ts';
import { cookieOf } from '#server/modules/identity/rules/google.ts';

export const SESSION_MS = DAY_MS;
export const ASKED_LINK_MS = 15 * MINUTE_MS;
export const SHARED_LINK_MS = SHARED_LINK_DAYS * DAY_MS;

/** Mails to one address. */
export const MAILS_PER_ADDRESS = { max: 5, windowMs: 60 * MINUTE_MS };

/** Payments of several invoices that one customer begins: each may be a call to a provider. */
export const PAYMENTS_PER_CUSTOMER = { max: 60, windowMs: 60 * MINUTE_MS };

const COOKIE = 'duewell_customer';
const TOKEN = /^[\w-]{43}$/;
/** The page, and its calls. */
const PATHS = ['/my', '/api/my'];

/** Whether a text has the shape of our tokens. */
export const isToken = (text: string): boolean => TOKEN.test(text);

/** Where a link leads. */
export const portalUrlOf = (publicUrl: string, token: string): string => `${publicUrl}/my/open/${token}`;

/** The token of a session in a request's cookies, or null. */
export function tokenIn(headers: Headers): string | null {
  const token = cookieOf(headers, COOKIE);
  return token && isToken(token) ? token : null;
}

/** `Set-Cookie` values for a session, or to forget one. */
export function cookiesFor(token: string | null, isHttps: boolean): string[] {
  const value = `${COOKIE}=${token ?? ''}; Max-Age=${token ? SESSION_MS / 1000 : 0}`;
  return PATHS.map((path) => `${value}; Path=${path}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`);
}

/** The one refusal of links that were used, are too old, were ended or never were. */
export const linkGone = (): AppError =>
  new AppError('token_expired', 'This link does not open anything any more. Ask for a new one');
