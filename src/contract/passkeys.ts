import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { signedIn } from './identity.ts';
import { empty, instant, recordId } from './wire.ts';

const base64url = (most: number) =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]+$/, 'This is no answer of a passkey'), z.maxLength(most));
const transports = z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10));
const credential = { id: base64url(1400), rawId: base64url(1400), type: z.literal('public-key') };
/** Client extension results are neither requested nor read. */
const clientExtensionResults = z._default(z.object({}), {});

/** A browser's result for a created passkey (WebAuthn's `RegistrationResponseJSON`). */
export const newPasskey = z.object({
  ...credential,
  clientExtensionResults,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.optional(transports),
  }),
});

/** A browser's result for a used passkey (WebAuthn's `AuthenticationResponseJSON`). */
export const usedPasskey = z.object({
  ...credential,
  clientExtensionResults,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: z.optional(base64url(200)),
  }),
});

const known = z.array(z.object({ id: z.string(), type: z.literal('public-key'), transports }));
const verification = z.literal('required');

/** Options for the browser to create a passkey. */
const making = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  /** Milliseconds. */
  timeout: z.number(),
  excludeCredentials: known,
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: verification,
  }),
  attestation: z.literal('none'),
});

/** Options for the browser to sign a challenge. */
export const signing = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number(),
  userVerification: verification,
  /** Empty: any passkey of this service. */
  allowCredentials: known,
});

const name = z
  .string('Give the passkey a name')
  .check(z.trim(), z.minLength(1, 'Give the passkey a name'), z.maxLength(60, 'Keep this to 60 characters'));

export const passkey = z.object({
  ...recordId,
  name: z.string(),
  backedUp: z.boolean(),
  /** A copy of it was used, so it opens nothing any more. */
  suspended: z.boolean(),
  createdAt: instant,
  /** From when on it can switch off two-factor. */
  settledAt: instant,
  lastUsedAt: z.nullable(instant),
});

const one = z.object({ data: z.object({ passkey }) });
const id = z.object({ id: z.string() });

export const passkeys = {
  list: endpoint({
    method: 'GET',
    path: '/api/auth/passkeys',
    summary: 'The passkeys of this account',
    auth: 'session',
    owner: 'self',
    response: z.object({ data: z.object({ passkeys: z.array(passkey) }) }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/auth/passkeys/begin',
    summary: 'What to ask the browser for to make a passkey; wants a recent proof',
    auth: 'session',
    owner: 'self',
    response: z.object({ data: making }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/auth/passkeys',
    summary: 'Keep a passkey the browser has made',
    auth: 'session',
    owner: 'self',
    body: z.object({ name, passkey: newPasskey }),
    response: one,
    status: 201,
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/auth/passkeys/:id',
    summary: 'Give a passkey another name',
    auth: 'session',
    owner: 'self',
    params: id,
    body: z.object({ name }),
    response: one,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/auth/passkeys/:id',
    summary: 'Have a passkey open nothing any more; wants a recent proof',
    auth: 'session',
    owner: 'self',
    params: id,
    response: empty,
  }),
  disableTwoFactor: endpoint({
    method: 'POST',
    path: '/api/auth/two-factor/disable-by-passkey',
    summary:
      'Ask for no code at log-in any more, for who has a passkey of more than a day and lost the phone of the codes',
    auth: 'session',
    owner: 'self',
    /** The answer to a challenge of `stepUp.beginPasskey`. */
    body: z.object({ passkey: usedPasskey }),
    response: empty,
  }),
  beginSignIn: endpoint({
    method: 'POST',
    path: '/api/auth/passkeys/sign-in/begin',
    summary: 'What to ask the browser for to sign in with a passkey',
    auth: 'none',
    owner: 'public',
    response: z.object({ data: signing }),
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/auth/passkeys/sign-in',
    summary: 'Log in with a passkey, which is both factors at once',
    auth: 'none',
    owner: 'public',
    body: z.object({ passkey: usedPasskey }),
    response: signedIn,
  }),
};
