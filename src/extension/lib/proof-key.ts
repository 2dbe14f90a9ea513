/** The PKCE verifier and its challenge (RFC 7636, S256). */
type ProofKey = { verifier: string; challenge: string };

const BYTES = 32;

export async function newProofKey(): Promise<ProofKey> {
  const verifier = randomText();
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { verifier, challenge: base64url(new Uint8Array(hash)) };
}

/** 256 random bits as text. */
export const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(BYTES)));

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The authorization code in the redirect address; null where the address does not match the request. */
export function codeIn(
  redirectedTo: string | undefined,
  { redirectUri, state }: { redirectUri: string; state: string },
): string | null {
  if (!redirectedTo || !URL.canParse(redirectedTo)) return null;
  const back = new URL(redirectedTo);
  const isOurs = `${back.origin}${back.pathname}` === redirectUri && back.searchParams.get('state') === state;
  return isOurs ? back.searchParams.get('code') : null;
}
