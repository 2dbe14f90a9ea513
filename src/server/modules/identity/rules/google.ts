import type { googleRefusals } from '#contract/account.ts';
import { MINUTE_MS } from '#core/durations.ts';
import type { SignInIdentity } from '#server/kernel/ports/index.ts';

/** Lifetime of a sign-in under way at Google. */
export const OAUTH_STATE_MS = 10 * MINUTE_MS;
/** How long the code of the return page can be turned into a session; longer where a second proof has to be typed. */
export const CODE_MS = MINUTE_MS;
export const CODE_WITH_TWO_FACTOR_MS = 5 * MINUTE_MS;

export type GoogleRefusal = keyof typeof googleRefusals;

/** Content of the OAuth state cookie. */
export type OAuthState = {
  state: string;
  nonce: string;
  verifier: string;
  redirect: string | null;
  until: number;
};

export const STATE_COOKIE = 'duewell_google';
export const CODE_COOKIE = 'duewell_google_code';
/** Sealing context of the OAuth state cookie. */
export const STATE_CONTEXT = 'cookies.google';

/** A local redirect path, or null: never another site's, however it is written. */
export function localPath(redirect: string | undefined): string | null {
  const isLocal =
    redirect !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(redirect) && !redirect.includes('\\');
  return isLocal ? redirect : null;
}

/** A cookie only the sign-in's own addresses receive. Without a value it is removed. */
export function cookie(name: string, value: string | null, secure: boolean): string {
  const parts = [
    `${name}=${value ?? ''}`,
    'Path=/api/auth/google',
    `Max-Age=${value === null ? 0 : OAUTH_STATE_MS / 1000}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
  ];
  return parts.join('; ');
}

/** The value of a cookie, or null. */
export function cookieOf(headers: Headers, name: string): string | null {
  const pairs = (headers.get('Cookie') ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) || null;
}

/** Names as stored; without a name at Google the address is used. */
export function namesOf({ firstName, lastName, email }: SignInIdentity): {
  firstName: string;
  lastName: string;
} {
  return { firstName: cleanName(firstName) || (email.split('@')[0] ?? ''), lastName: cleanName(lastName) };
}

const cleanName = (name: string) =>
  name
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 80);
