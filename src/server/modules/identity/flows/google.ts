import * as z from 'zod/mini';
import { googleRefusals } from '#contract/account.ts';
import { isEmailAddress } from '#core/email.ts';
import { AppError } from '#core/errors.ts';
import { newToken } from '#core/ids.ts';
import { violates } from '#server/kernel/db.ts';
import type { SignInIdentity, SignInProvider, SignInRequest } from '#server/kernel/ports/index.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import {
  accountForGoogleIdentity,
  consumeSignInCode,
  createSignInCode,
  signInExpired,
} from '../commands/google.ts';
import type { SignedIn } from '../commands/sessions.ts';
import { accountOfSignInCode } from '../queries/accounts.ts';
import {
  CODE_COOKIE,
  cookie,
  cookieOf,
  type GoogleRefusal,
  localPath,
  OAUTH_STATE_MS,
  type OAuthState,
  STATE_CONTEXT,
  STATE_COOKIE,
} from '../rules/google.ts';
import { withLoginLimit } from './login-limits.ts';
import { completeSignIn } from './sign-in.ts';

const oauthStateShape = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirect: z.nullable(z.string()),
  until: z.number(),
});

/** Redirects to Google; state, nonce and verifier go along in a sealed cookie. */
export async function startGoogleSignIn(scope: SystemScope, redirect: string | undefined): Promise<Response> {
  const provider = providerOf(scope);
  const oauthState: OAuthState = {
    state: newToken(),
    nonce: newToken(),
    verifier: newToken(),
    redirect: localPath(redirect),
    until: scope.now.getTime() + OAUTH_STATE_MS,
  };
  const started = await provider.start(requestOf(scope, oauthState));
  if (!started.ok) return redirectWithError(scope, started.reason);
  const sealed = scope.sealer.seal(JSON.stringify(oauthState), STATE_CONTEXT);
  return redirectTo(started.url, cookie(STATE_COOKIE, sealed, isSecure(scope)));
}

/** Takes the browser back from Google and sends it to the return page with a code, or with the reason there is none. */
export async function finishGoogleSignIn(
  scope: SystemScope,
  query: object,
  headers: Headers,
): Promise<Response> {
  const provider = providerOf(scope);
  const oauthState = readOAuthState(scope, headers);
  if (!oauthState) return redirectWithError(scope, 'expired');
  const answer = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined));
  const finished = await provider.finish(requestOf(scope, oauthState), answer.toString());
  if (!finished.ok) return redirectWithError(scope, finished.reason);
  const code = await signInCodeFor(scope, finished.person);
  if (!code) return redirectWithError(scope, 'unverified');
  return redirectToReturnPage(
    scope,
    { code, ...(oauthState.redirect ? { redirect: oauthState.redirect } : {}) },
    // Only the browser that went to Google can use the code: nobody is signed in to another's account by a link.
    cookie(CODE_COOKIE, scope.sealer.sign(codeText(code)), isSecure(scope)),
  );
}

const codeText = (code: string) => `google-code:${code}`;

async function signInCodeFor(scope: SystemScope, person: SignInIdentity): Promise<string | null> {
  const email = person.email.trim().toLowerCase();
  const identity = { ...person, email, emailVerified: person.emailVerified && isEmailAddress(email) };
  const create = () =>
    scope.transactAsSystem(async (ctx) => {
      const account = await accountForGoogleIdentity(ctx, identity);
      return account && createSignInCode(ctx, account);
    });
  try {
    return await create();
  } catch (error) {
    // Another tab was a moment earlier: now there is an account to find.
    if (isDuplicate(error)) return create();
    throw error;
  }
}

const isDuplicate = (error: unknown) =>
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
  return withLoginLimit(scope, { email: `google:${account.id}`, browser }, () =>
    completeSignIn(scope, account, { proof: 'google', code: input.authenticationCode, browser }, (ctx) =>
      consumeSignInCode(ctx, input.code),
    ),
  );
}

function providerOf(scope: SystemScope): SignInProvider {
  if (!scope.ports.google) throw new AppError('not_found', 'Google sign-in is not set up on this service.');
  return scope.ports.google;
}

const requestOf = (scope: SystemScope, { state, nonce, verifier }: OAuthState): SignInRequest => ({
  redirectUri: `${scope.publicUrl()}/api/auth/google/callback`,
  state,
  nonce,
  verifier,
});

// A cookie that cannot be opened was not sealed by us.
function readOAuthState(scope: SystemScope, headers: Headers): OAuthState | null {
  const sealed = cookieOf(headers, STATE_COOKIE);
  if (!sealed) return null;
  try {
    const parsed = z.parse(oauthStateShape, JSON.parse(scope.sealer.open(sealed, STATE_CONTEXT)));
    return parsed.until > scope.now.getTime() ? parsed : null;
  } catch {
    return null;
  }
}

function redirectWithError(scope: SystemScope, reason: string): Response {
  const refusal = reason in googleRefusals ? (reason as GoogleRefusal) : 'failed';
  if (refusal === 'failed' || refusal === 'unreachable')
    scope.log.warn({ reason, requestId: scope.requestId }, 'Signing in with Google did not work');
  return redirectToReturnPage(scope, { error: googleRefusals[refusal] });
}

function redirectToReturnPage(
  scope: SystemScope,
  params: Record<string, string>,
  ...cookies: string[]
): Response {
  const place = `${scope.publicUrl()}/auth/google?${new URLSearchParams(params)}`;
  return redirectTo(place, cookie(STATE_COOKIE, null, isSecure(scope)), ...cookies);
}

const isSecure = (scope: SystemScope) => scope.publicUrl().startsWith('https:');

function redirectTo(url: string, ...cookies: string[]): Response {
  const headers = new Headers({ Location: url, 'Cache-Control': 'no-store' });
  for (const one of cookies) headers.append('Set-Cookie', one);
  return new Response(null, { status: 302, headers });
}
