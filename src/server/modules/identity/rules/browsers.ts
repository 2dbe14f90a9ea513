import { cookieOf } from './google.ts';

const BROWSER_COOKIE = 'duewell_browser';
/** As long as browsers keep a cookie at all. */
const MAX_AGE_SECONDS = 400 * 24 * 3600;
/** Of an account; the ones not seen for longest are forgotten. */
export const MAX_BROWSERS = 50;

/** Token of a known browser from its cookie, or null. */
export function browserOf(headers: Headers): string | null {
  const token = cookieOf(headers, BROWSER_COOKIE);
  return token && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null;
}

/** Cookie that recognises a browser. It grants no access. */
export function browserCookie(token: string, secure: boolean): string {
  const parts = [
    `${BROWSER_COOKIE}=${token}`,
    'Path=/api/auth',
    `Max-Age=${MAX_AGE_SECONDS}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
  ];
  return parts.join('; ');
}
