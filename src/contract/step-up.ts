import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { signing, usedPasskey } from './passkeys.ts';
import { empty, instant } from './wire.ts';

/** The ways to show once more who one is. By mail only where there is nothing else. */
export const proofMethods = ['passkey', 'password', 'totp', 'email_code'] as const;
export type ProofMethod = (typeof proofMethods)[number];

/**
 * Operations of an account, by the proof they take: `change` is what could take account or money away, `change_secret`
 * password or PIN, `switch_off` removing a way in.
 */
export const operations = [
  'sign_in',
  'change',
  'change_secret',
  'switch_off',
  'two_factor_off',
  'delete_account',
] as const;
export type Operation = (typeof operations)[number];

const secret = (message: string, most: number) =>
  z.string(message).check(z.trim(), z.minLength(1, message), z.maxLength(most, message));

export const proof = z.discriminatedUnion('way', [
  z.object({
    way: z.literal('password'),
    password: z.string('Enter your password').check(z.minLength(1, 'Enter your password'), z.maxLength(200)),
  }),
  /** Six digits of an authenticator app, or a recovery code. */
  z.object({ way: z.literal('totp'), code: secret('Enter the code', 20) }),
  z.object({ way: z.literal('email_code'), code: secret('Enter the code of our message', 20) }),
  z.object({ way: z.literal('passkey'), passkey: usedPasskey }),
]);

const method = z.enum(proofMethods);

const operation = z.optional(z.enum(operations));

/** Data of `step_up_required`. */
export const stepUpNeeded = z.object({
  ways: z.array(method),
  operation,
  /** Where every passkey is too new for this: from when on one is not. */
  passkeyFrom: z.optional(instant),
});
const query = z.object({ operation });

export const stepUp = {
  state: endpoint({
    method: 'GET',
    path: '/api/auth/step-up',
    summary: 'Until when the last proof counts, and by what another can be given',
    auth: 'session',
    owner: 'self',
    query,
    response: z.object({
      data: z.object({
        ways: z.array(method),
        until: z.nullable(instant),
        passkeyFrom: stepUpNeeded.shape.passkeyFrom,
      }),
    }),
  }),
  prove: endpoint({
    method: 'POST',
    path: '/api/auth/step-up',
    summary:
      'Show once more who you are; counts for ten minutes on this session, whose token is another from then on',
    auth: 'session',
    owner: 'self',
    body: proof,
    response: z.object({ data: z.object({ token: z.string(), until: instant }) }),
  }),
  sendCode: endpoint({
    method: 'POST',
    path: '/api/auth/step-up/send-code',
    summary: 'Send a code to the address of this account, where it has no other way',
    auth: 'session',
    owner: 'self',
    response: empty,
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/step-up/passkey',
    summary: 'What to ask the browser for to show it by a passkey that is old enough for the operation',
    auth: 'session',
    owner: 'self',
    query,
    response: z.object({ data: signing }),
  }),
};
