import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { currencyCode, email, instant, optionalText, recordId, text } from './wire.ts';

const firstName = text({
  min: 2,
  max: 80,
  required: 'Firstname is required',
  tooShort: 'Firstname must be at least two characters',
});
const lastName = text({
  min: 2,
  max: 80,
  required: 'Lastname is required',
  tooShort: 'Lastname must be at least two characters',
});

export const password = z
  .string('Password is required')
  .check(
    z.minLength(1, { error: 'Password is required', abort: true }),
    z.minLength(6, 'Password must be at least 6 characters'),
    z.maxLength(200, 'Keep this to 200 characters'),
  );

const preferredCurrency = z.optional(currencyCode);

export const signup = z.object({
  firstName,
  lastName,
  email,
  password,
  preferredCurrency: z._default(currencyCode, 'NGN'),
  referralCode: optionalText(40),
  /** Consent to the terms and the privacy notice. Omitting it is no consent: the app then asks for it. */
  agreed: z.optional(z.boolean().check(z.refine((agreed) => agreed, 'You must agree to the terms.'))),
});

export const credentials = z.object({
  email,
  password,
  preferredCurrency,
  /** Required (422 `two_factor_required`) where two-factor is on. */
  code: z.optional(z.string().check(z.trim(), z.maxLength(20))),
});

export const user = z.object({
  ...recordId,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  image: z.nullable(z.string()),
  currency: currencyCode,
  isEmailVerified: z.boolean(),
  isBusinessRegistered: z.boolean(),
  /** False for an account created with Google that has no password yet. */
  hasPassword: z.boolean(),
  businessId: z.string(),
  createdAt: instant,
});

/** The response to a sign-up or sign-in. */
export const signedIn = z.object({
  token: z.string(),
  user,
  data: z.object({
    user,
    token: z.string(),
    /** The account was scheduled for deletion, and stays because its owner logged in. */
    deletionUndone: z.optional(z.boolean()),
  }),
});
const userAnswer = z.object({ data: z.object({ user }) });
const nothing = z.object({ data: z.nullable(z.object({})) });

const session = z.object({
  ...recordId,
  current: z.boolean(),
  /** An extension may do less than its owner, see `extensionCalls`. */
  client: z.enum(['browser', 'extension']),
  userAgent: z.string(),
  createdAt: instant,
  lastUsedAt: instant,
});

export const identity = {
  register: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Create an account',
    auth: 'none',
    owner: 'public',
    body: signup,
    response: signedIn,
    status: 201,
    limit: 'signup',
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Log in',
    auth: 'none',
    owner: 'public',
    body: credentials,
    response: signedIn,
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/api/auth/verify-email/:token',
    aliases: ['/auth/verify-email/:token'],
    summary: 'Confirm an email address with the token of the message sent to it',
    auth: 'none',
    owner: 'public',
    params: z.object({ token: z.string() }),
    body: z.object({ preferredCurrency }),
    bodyOptional: true,
    response: userAnswer,
  }),
  resendVerification: endpoint({
    method: 'POST',
    path: '/api/auth/resend-verification',
    summary: 'Send the verification message again',
    auth: 'none',
    owner: 'public',
    body: z.object({ email, preferredCurrency }),
    response: nothing,
    limit: 'resend',
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/api/auth/forgot-password',
    summary: 'Send a link to choose a new password',
    auth: 'none',
    owner: 'public',
    body: z.object({ email }),
    response: nothing,
    limit: 'resend',
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Choose a new password with the token of the message',
    auth: 'none',
    owner: 'public',
    body: z.object({
      token: z.string().check(z.minLength(1, 'The link is not complete'), z.maxLength(200)),
      password,
    }),
    response: nothing,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'End this session',
    auth: 'session',
    owner: 'self',
    response: nothing,
  }),
  session: endpoint({
    method: 'GET',
    path: '/api/auth/session',
    summary: 'Who is signed in',
    auth: 'session',
    owner: 'self',
    response: userAnswer,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/auth/sessions',
    summary: 'Where this account is signed in',
    auth: 'session',
    owner: 'self',
    response: z.object({ data: z.object({ sessions: z.array(session) }) }),
  }),
  revokeSession: endpoint({
    method: 'DELETE',
    path: '/api/auth/sessions/:id',
    summary: 'End one session',
    auth: 'session',
    owner: 'self',
    params: z.object({ id: z.string() }),
    response: nothing,
  }),
};
