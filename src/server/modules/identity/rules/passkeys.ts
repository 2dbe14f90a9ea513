import type * as z from 'zod/mini';
import type { signing } from '#contract/passkeys.ts';

/** How long the browser may take to answer, in milliseconds. */
export const CHALLENGE_MS = 5 * 60_000;
/** As many as a person can tell apart. */
export const MAX_PASSKEYS = 20;
// Ed25519, P-256 with SHA-256 and RSA with SHA-256, as COSE numbers them: between them every authenticator has one.
export const ALGORITHMS = [-8, -7, -257];

/** WebAuthn relying party: host name and origin of the service. */
export function relyingParty(publicUrl: string): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

type PasskeyRef = { credential_id: string; transports: string };

/** Passkeys as WebAuthn credential descriptors. */
const credentialDescriptors = (passkeys: readonly PasskeyRef[]) =>
  passkeys.map(({ credential_id: id, transports }) => ({
    id,
    type: 'public-key' as const,
    transports: transports.split(',').filter(Boolean),
  }));

/** Assertion options; without passkeys any of this service is allowed. */
export const assertionOptions = (
  publicUrl: string,
  challenge: string,
  passkeys: readonly PasskeyRef[] = [],
): z.output<typeof signing> => ({
  rpId: relyingParty(publicUrl).id,
  challenge,
  timeout: CHALLENGE_MS,
  userVerification: 'required',
  allowCredentials: credentialDescriptors(passkeys),
});

/** Creation options. */
export const creationOptions = (
  publicUrl: string,
  challenge: string,
  owner: { id: string; email: string; name: string },
  passkeys: readonly PasskeyRef[],
) => ({
  rp: { id: relyingParty(publicUrl).id, name: 'Duewell' },
  user: { id: handleOf(owner.id), name: owner.email, displayName: owner.name },
  challenge,
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
  timeout: CHALLENGE_MS,
  excludeCredentials: credentialDescriptors(passkeys),
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true as const,
    userVerification: 'required' as const,
  },
  attestation: 'none' as const,
});

/** WebAuthn user handle: the account's id, which reveals nothing about the person. */
export const handleOf = (userId: string): string => Buffer.from(userId).toString('base64url');

/** The challenge an answer says it is for; '' where there is none to be read. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const challenge = Object(parsed).challenge;
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}
