import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { instant } from './wire.ts';

export const consentPurposes = ['terms', 'privacy', 'outside_model'] as const;

/** Where one purpose stands. `outdated`: agreed to, but in words that have changed since. */
export const consent = z.object({
  purpose: z.enum(consentPurposes),
  /** The words in force, by the day they came into it. */
  version: z.string(),
  state: z.enum(['given', 'outdated', 'withdrawn', 'never']),
  /** When the latest answer was given; null where there is none. */
  at: z.nullable(instant),
  /** Whether it can be taken back while the account goes on. */
  withdrawable: z.boolean(),
});

/** One answer that was given, newest first. */
export const consentAnswer = z.object({
  purpose: z.string(),
  version: z.string(),
  given: z.boolean(),
  way: z.string(),
  at: instant,
});

const standing = z.object({
  data: z.object({ consents: z.array(consent), history: z.array(consentAnswer) }),
});

export const privacy = {
  standing: endpoint({
    method: 'GET',
    path: '/api/privacy',
    summary: 'What the owner agreed to and what can be taken back',
    auth: 'session',
    owner: 'self',
    response: standing,
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
      /** The words that were read: refused where others are in force by now. */
      version: z.string().check(z.maxLength(20)),
    }),
    response: standing,
  }),
};
