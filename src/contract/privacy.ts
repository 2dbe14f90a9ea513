import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { instant } from './wire.ts';

export const consentPurposes = ['terms', 'privacy', 'outside_model'] as const;

/** Consent status of one purpose. `outdated`: given for an earlier version of the text. */
export const consent = z.object({
  purpose: z.enum(consentPurposes),
  /** Version in force, as the day it came into force. */
  version: z.string(),
  state: z.enum(['given', 'outdated', 'withdrawn', 'never']),
  /** Time of the latest decision; null where there is none. */
  at: z.nullable(instant),
  /** Whether it can be withdrawn while the account exists. */
  withdrawable: z.boolean(),
});

/** One recorded decision, newest first. */
export const consentAnswer = z.object({
  purpose: z.string(),
  version: z.string(),
  given: z.boolean(),
  way: z.string(),
  at: instant,
});

const consentStatus = z.object({
  data: z.object({ consents: z.array(consent), history: z.array(consentAnswer) }),
});

export const privacy = {
  standing: endpoint({
    method: 'GET',
    path: '/api/privacy',
    summary: 'What the owner agreed to and what can be taken back',
    auth: 'session',
    owner: 'self',
    response: consentStatus,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/privacy/consents',
    summary: 'Agree to the present words of a text, or take a consent back; each answer is kept',
    auth: 'session',
    owner: 'self',
    body: z.object({
      purpose: z.enum(consentPurposes),
      given: z.boolean(),
      /** The version that was read: refused when another one is in force. */
      version: z.string().check(z.maxLength(20)),
    }),
    response: consentStatus,
  }),
};
