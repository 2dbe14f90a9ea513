import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { user } from './identity.ts';

/**
 * Calls an extension may make in its owner's name; everything else is refused to it (`not_for_extensions`).
 */
export const extensionCalls: ReadonlySet<string> = new Set([
  'identity.session',
  'identity.logout',
  'business.getProfile',
  'activities.list',
  'invoices.list',
  'invoices.detail',
  'invoices.create',
  'invoices.send',
  'assistant.conversation',
  'assistant.confirm',
]);

/** The browsers there is an extension for. */
export const extensionBrowsers = ['Chrome', 'Firefox'] as const;

const redirectUri = z.string('redirectUri is required').check(z.minLength(1), z.maxLength(300));
/** 32 bytes or more in base64url, as RFC 7636 has them. */
const proof = (name: string) =>
  z
    .string(`${name} is required`)
    .check(z.regex(/^[A-Za-z0-9_-]{43,128}$/, `${name} must be 43 to 128 characters of base64url`));
const state = proof('state');

export const extension = {
  asking: endpoint({
    method: 'GET',
    path: '/api/auth/extension/asking',
    summary: 'Which extension asks to be connected; refuses addresses that belong to none of ours',
    auth: 'session',
    owner: 'self',
    query: z.object({ redirectUri }),
    response: z.object({ data: z.object({ browser: z.enum(extensionBrowsers) }) }),
  }),
  connect: endpoint({
    method: 'POST',
    path: '/api/auth/extension/connect',
    summary:
      'Let an extension in: the address to send the browser to, with a code that counts once and for a minute',
    auth: 'business',
    owner: 'self',
    body: z.object({ redirectUri, state, codeChallenge: proof('codeChallenge') }),
    response: z.object({ data: z.object({ redirect: z.string() }) }),
  }),
  exchange: endpoint({
    method: 'POST',
    path: '/api/auth/extension/exchange',
    summary: 'Turn the code into a session of the extension (PKCE, S256)',
    auth: 'none',
    owner: 'public',
    body: z.object({
      code: z.string('code is required').check(z.minLength(1), z.maxLength(200)),
      codeVerifier: proof('codeVerifier'),
      redirectUri,
      state,
    }),
    response: z.object({ token: z.string(), user }),
  }),
};
