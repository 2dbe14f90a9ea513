/** Subjects that are counted: the network address, the account (its email address), or the business. */
type Counted = 'address' | 'account' | 'business';

export type PublishedLimit = {
  /** Description of the counted calls. */
  of: string;
  counts: readonly Counted[];
  /** How many there may be in `each`, unless the service is set up otherwise. */
  usual: number;
  each: 'minute' | '15 minutes' | 'hour' | 'day';
  setting: string;
};

/**
 * The published limits: settings, the API document and docs/limits.md are generated from this table. Every
 * call counts against `everything`, authenticated calls also against `everythingOfBusiness`.
 */
export const limits = {
  everything: {
    of: 'requests',
    counts: ['address'],
    usual: 600,
    each: 'minute',
    setting: 'RATE_REQUESTS_PER_MINUTE',
  },
  everythingOfBusiness: {
    of: 'requests of somebody signed in',
    counts: ['business'],
    usual: 1200,
    each: 'minute',
    setting: 'RATE_REQUESTS_PER_BUSINESS',
  },
  signup: { of: 'sign-ups', counts: ['address'], usual: 60, each: 'hour', setting: 'RATE_SIGNUP_PER_HOUR' },
  waitlist: {
    of: 'waitlist entries',
    counts: ['address', 'account'],
    usual: 10,
    each: 'hour',
    setting: 'RATE_WAITLIST_PER_HOUR',
  },
  resend: {
    of: 'messages with a link asked for',
    counts: ['address', 'account'],
    usual: 10,
    each: 'hour',
    setting: 'RATE_RESEND_PER_HOUR',
  },
  portalLinks: {
    of: "links to a customer's page asked for",
    counts: ['address'],
    usual: 20,
    each: 'hour',
    setting: 'RATE_PORTAL_LINKS_PER_HOUR',
  },
  uploads: { of: 'uploads', counts: ['address'], usual: 60, each: 'hour', setting: 'RATE_UPLOADS_PER_HOUR' },
  uploadsOfBusiness: {
    of: 'uploads',
    counts: ['business'],
    usual: 120,
    each: 'hour',
    setting: 'RATE_UPLOADS_PER_BUSINESS',
  },
  publicPdfs: {
    of: 'PDFs fetched without signing in',
    counts: ['address'],
    usual: 30,
    each: 'minute',
    setting: 'RATE_PUBLIC_PDFS_PER_MINUTE',
  },
  answers: {
    of: 'answers to quotes',
    counts: ['address'],
    usual: 60,
    each: 'hour',
    setting: 'RATE_ANSWERS_PER_HOUR',
  },
  sends: {
    of: 'messages to customers asked for by hand',
    counts: ['business'],
    usual: 500,
    each: 'day',
    setting: 'RATE_SENDS_PER_DAY',
  },
  login: {
    of: 'failed log-ins',
    counts: ['account'],
    usual: 10,
    each: '15 minutes',
    setting: 'RATE_LOGIN_FAILURES_PER_15_MIN',
  },
  loginAddress: {
    of: 'failed log-ins, to whatever accounts',
    counts: ['address'],
    usual: 100,
    each: '15 minutes',
    setting: 'RATE_LOGIN_FAILURES_PER_ADDRESS',
  },
  nameEnquiry: {
    of: 'bank account name enquiries',
    counts: ['business'],
    usual: 250,
    each: 'day',
    setting: 'RATE_NAME_ENQUIRIES_PER_DAY',
  },
  assistant: {
    of: 'messages to the assistant',
    counts: ['business'],
    usual: 300,
    each: 'minute',
    setting: 'RATE_ASSISTANT_PER_MINUTE',
  },
} as const satisfies Record<string, PublishedLimit>;

export type LimitName = keyof typeof limits;
