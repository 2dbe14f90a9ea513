import type * as z from 'zod';
import { type LimitName, limits, type PublishedLimit } from '#contract/limits.ts';
import { MINUTE_MS } from '#core/durations.ts';
import { count } from './values.ts';

const usual = (name: LimitName) => count(limits[name].usual);

export const limitSettings = {
  RATE_SIGNUP_PER_HOUR: usual('signup'),
  RATE_WAITLIST_PER_HOUR: usual('waitlist'),
  RATE_RESEND_PER_HOUR: usual('resend'),
  RATE_PORTAL_LINKS_PER_HOUR: usual('portalLinks'),
  RATE_UPLOADS_PER_HOUR: usual('uploads'),
  RATE_UPLOADS_PER_BUSINESS: usual('uploadsOfBusiness'),
  RATE_PUBLIC_PDFS_PER_MINUTE: usual('publicPdfs'),
  RATE_ANSWERS_PER_HOUR: usual('answers'),
  RATE_SENDS_PER_DAY: usual('sends'),
  RATE_LOGIN_FAILURES_PER_15_MIN: usual('login'),
  RATE_LOGIN_FAILURES_PER_ADDRESS: usual('loginAddress'),
  RATE_NAME_ENQUIRIES_PER_DAY: usual('nameEnquiry'),
  RATE_ASSISTANT_PER_MINUTE: usual('assistant'),
  RATE_REQUESTS_PER_MINUTE: usual('everything'),
  RATE_REQUESTS_PER_BUSINESS: usual('everythingOfBusiness'),
};

/** At most so many in each window of so many milliseconds. */
export type Limit = { max: number; windowMs: number };
export type Limits = Record<LimitName, Limit>;

const windows: Record<PublishedLimit['each'], number> = {
  minute: MINUTE_MS,
  '15 minutes': 15 * MINUTE_MS,
  hour: 60 * MINUTE_MS,
  day: 24 * 60 * MINUTE_MS,
};

type Settings = { [K in keyof typeof limitSettings]: z.infer<(typeof limitSettings)[K]> };

/** The limits in force. */
export function limitsOf(settings: Settings): Limits {
  const of = (name: LimitName): Limit => ({
    max: settings[limits[name].setting],
    windowMs: windows[limits[name].each],
  });
  return {
    everything: of('everything'),
    everythingOfBusiness: of('everythingOfBusiness'),
    signup: of('signup'),
    waitlist: of('waitlist'),
    resend: of('resend'),
    portalLinks: of('portalLinks'),
    uploads: of('uploads'),
    uploadsOfBusiness: of('uploadsOfBusiness'),
    publicPdfs: of('publicPdfs'),
    answers: of('answers'),
    sends: of('sends'),
    login: of('login'),
    loginAddress: of('loginAddress'),
    nameEnquiry: of('nameEnquiry'),
    assistant: of('assistant'),
  };
}
