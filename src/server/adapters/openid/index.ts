import * as client from 'openid-client';
import { guardedFetch } from '#server/adapters/shared/guarded-fetch.ts';
import type { Outcome, SignInIdentity, SignInProvider, SignInRequest } from '#server/kernel/ports/index.ts';

const TIMEOUT_SECONDS = 10;

type Settings = { issuer: string; clientId: string; clientSecret: string; fetch?: typeof fetch };

/** Signing in at an OpenID provider such as Google: authorization code flow with PKCE. */
export function createSignInProvider(settings: Settings): SignInProvider {
  const known = rememberedDiscovery(settings);
  return {
    start: (request) =>
      attempt(async () => {
        const url = client.buildAuthorizationUrl(await known(), {
          redirect_uri: request.redirectUri,
          scope: 'openid email profile',
          state: request.state,
          nonce: request.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(request.verifier),
          code_challenge_method: 'S256',
          prompt: 'select_account',
        });
        return { url: url.href };
      }),
    finish: (request, query) =>
      attempt(async () => ({ person: await redeem(await known(), request, query) })),
  };
}

// Provider metadata is fetched once; a failure is forgotten, so that the next sign-in retries.
function rememberedDiscovery({ issuer, clientId, clientSecret, ...settings }: Settings) {
  const reach = settings.fetch ?? guardedFetch(issuer);
  const server = new URL(issuer);
  let found: Promise<client.Configuration> | null = null;
  const discover = async () => {
    const configuration = await client.discovery(server, clientId, clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      [client.customFetch]: (url, init) => reach(url, init as RequestInit),
      execute: server.protocol === 'http:' ? [client.allowInsecureRequests] : [],
    });
    // Also where the connection vouches for the ID token: its signature is checked.
    client.enableNonRepudiationChecks(configuration);
    return configuration;
  };
  return () => {
    found ??= discover().catch((error: unknown) => {
      found = null;
      throw error;
    });
    return found;
  };
}

async function redeem(
  configuration: client.Configuration,
  request: SignInRequest,
  query: string,
): Promise<SignInIdentity> {
  const returned = new URL(request.redirectUri);
  returned.search = query;
  const tokens = await client.authorizationCodeGrant(configuration, returned, {
    pkceCodeVerifier: request.verifier,
    expectedState: request.state,
    expectedNonce: request.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('The provider gave no ID token');
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: textOf(claims.email),
    emailVerified: claims.email_verified === true,
    firstName: textOf(claims.given_name) || (textOf(claims.name).split(' ')[0] ?? ''),
    lastName: textOf(claims.family_name) || textOf(claims.name).split(' ').slice(1).join(' '),
  };
}

const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim : '');

async function attempt<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, ...(await work()) };
  } catch (error) {
    if (error instanceof client.AuthorizationResponseError && error.error === 'access_denied')
      return { ok: false, reason: 'denied', retry: false };
    if (isUnreachable(error)) return { ok: false, reason: 'unreachable', retry: true };
    return { ok: false, reason: errorCode(error), retry: false };
  }
}

// The library wraps network errors, sometimes more than once.
function isUnreachable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.name === 'TimeoutError' || (at instanceof TypeError && at.message === 'fetch failed')) return true;
    if (at.cause instanceof Response) return at.cause.status >= 500;
  }
  return error instanceof client.ResponseBodyError && error.status >= 500;
}

function errorCode(error: unknown): string {
  const code = (error as { code?: unknown })?.code;
  return typeof code === 'string' ? code : error instanceof Error ? error.message : 'unknown';
}
