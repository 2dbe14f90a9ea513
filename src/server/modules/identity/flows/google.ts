import * as z from 'zod/mini';
import { googleRefusals } from '#contract/account.ts';
import { isEmailAddress } from '#core/email.ts';
import { AppError } from '#core/errors.ts';
import { newToken } from '#core/ids.ts';
import { violates } from '#server/kernel/db.ts';
import type { SignInProvider, SignInRequest, Vouched } from '#server/kernel/ports/index.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { accountOfVouched, makeSignInCode, signInExpired, spendSignInCode } from '../commands/google.ts';
import type { SignedIn } from '../commands/sessions.ts';
import { enter } from '../flows.ts';
import { accountOfSignInCode } from '../queries.ts';
import {
  CODE_COOKIE,
  cookie,
  cookieOf,
  type GoogleRefusal,
  ownPlace,
  type Trip,
  TRIP_COOKIE,
  TRIP_MS,
  TRIP_PLACE,
} from '../rules/google.ts';
import { countingGuesses } from './guessing.ts';

const trip = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirect: z.nullable(z.string()),
  until: z.number(),
});

/** Redirects to Google; state, nonce and verifier go along in a sealed cookie. */
export async function goToGoogle(scope: SystemScope, redirect: string | undefined): Promise<Response> {
  const provider = providerOf(scope);
  const begun: Trip = {
    state: newToken(),
    nonce: newToken(),
    verifier: newToken(),
    redirect: ownPlace(redirect),
    until: scope.now.getTime() + TRIP_MS,
  };
  const started = await provider.start(requestOf(scope, begun));
  if (!started.ok) return refused(scope, started.reason);
  const sealed = scope.sealer.seal(JSON.stringify(begun), TRIP_PLACE);
  return goTo(started.url, cookie(TRIP_COOKIE, sealed, isSecure(scope)));
}

/** Takes the browser back from Google and sends it to the return page with a code, or with the reason there is none. */
export async function comeFromGoogle(scope: SystemScope, query: object, headers: Headers): Promise<Response> {
  const provider = providerOf(scope);
  const begun = tripOf(scope, headers);
  if (!begun) return refused(scope, 'expired');
  const answer = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined));
  const finished = await provider.finish(requestOf(scope, begun), answer.toString());
  if (!finished.ok) return refused(scope, finished.reason);
  const code = await codeFor(scope, finished.person);
  if (!code) return refused(scope, 'unverified');
  return toReturnPage(
    scope,
    { code, ...(begun.redirect ? { redirect: begun.redirect } : {}) },
    // Only the browser that went to Google can use the code: nobody is signed in to another's account by a link.
    cookie(CODE_COOKIE, scope.sealer.sign(codeText(code)), isSecure(scope)),
  );
}

const codeText = (code: string) => `google-code:${code}`;

async function codeFor(scope: SystemScope, person: Vouched): Promise<string | null> {
  const email = person.email.trim().toLowerCase();
  const told = { ...person, email, emailVerified: person.emailVerified && isEmailAddress(email) };
  const make = () =>
    scope.transactAsSystem(async (ctx) => {
      const account = await accountOfVouched(ctx, told);
      return account && makeSignInCode(ctx, account);
    });
  try {
    return await make();
  } catch (error) {
    // Another tab was a moment earlier: now there is an account to find.
    if (isAlreadyThere(error)) return make();
    throw error;
  }
}

const isAlreadyThere = (error: unknown) =>
  (error instanceof AppError && error.code === 'already_exists') ||
  violates(error, 'external_identities_pkey');

/** Exchanges the return page's code for a session; with two-factor on, the second factor is checked here. */
export async function exchangeCode(
  scope: SystemScope,
  input: { code: string; authenticationCode?: string | undefined },
  headers: Headers,
  browser: string,
): Promise<SignedIn> {
  const sameBrowser = scope.sealer.verify(codeText(input.code), cookieOf(headers, CODE_COOKIE) ?? '');
  const account = sameBrowser ? await accountOfSignInCode(scope.db, input.code, scope.now) : null;
  if (!account) throw signInExpired();
  // Reached only after Google verified the person, so strangers cannot exhaust these attempts.
  return countingGuesses(scope, { email: `google:${account.id}`, browser }, () =>
    enter(scope, account, { proof: 'google', code: input.authenticationCode, browser }, (ctx) =>
      spendSignInCode(ctx, input.code),
    ),
  );
}

function providerOf(scope: SystemScope): SignInProvider {
  if (!scope.ports.google) throw new AppError('not_found', 'Google sign-in is not set up on this service.');
  return scope.ports.google;
}

const requestOf = (scope: SystemScope, { state, nonce, verifier }: Trip): SignInRequest => ({
  redirectUri: `${scope.publicUrl()}/api/auth/google/callback`,
  state,
  nonce,
  verifier,
});

// A cookie that cannot be opened was not sealed by us.
function tripOf(scope: SystemScope, headers: Headers): Trip | null {
  const sealed = cookieOf(headers, TRIP_COOKIE);
  if (!sealed) return null;
  try {
    const found = z.parse(trip, JSON.parse(scope.sealer.open(sealed, TRIP_PLACE)));
    return found.until > scope.now.getTime() ? found : null;
  } catch {
    return null;
  }
}

function refused(scope: SystemScope, reason: string): Response {
  const known = reason in googleRefusals ? (reason as GoogleRefusal) : 'failed';
  if (known === 'failed' || known === 'unreachable')
    scope.log.warn({ reason, requestId: scope.requestId }, 'Signing in with Google did not work');
  return toReturnPage(scope, { error: googleRefusals[known] });
}

function toReturnPage(scope: SystemScope, told: Record<string, string>, ...cookies: string[]): Response {
  const place = `${scope.publicUrl()}/auth/google?${new URLSearchParams(told)}`;
  return goTo(place, cookie(TRIP_COOKIE, null, isSecure(scope)), ...cookies);
}

const isSecure = (scope: SystemScope) => scope.publicUrl().startsWith('https:');

function goTo(url: string, ...cookies: string[]): Response {
  const headers = new Headers({ Location: url, 'Cache-Control': 'no-store' });
  for (const one of cookies) headers.append('Set-Cookie', one);
  return new Response(null, { status: 302, headers });
}
