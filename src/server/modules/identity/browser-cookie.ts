import { newToken } from '#core/ids.ts';
import type { RawRequest } from '#server/http/endpoints.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { browserCookie, browserOf } from './rules/browsers.ts';

/** Runs a sign-in in the browser it comes from, which is known by a cookie once it has worked. */
export async function inBrowser<T>(
  scope: SystemScope,
  raw: RawRequest,
  signIn: (browser: string) => Promise<T>,
): Promise<T> {
  const browser = browserOf(raw.headers) ?? newToken();
  const signedIn = await signIn(browser);
  raw.answerHeaders.append('Set-Cookie', browserCookie(browser, scope.publicUrl().startsWith('https:')));
  return signedIn;
}
