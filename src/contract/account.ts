import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { password, signedIn, signup, user } from './identity.ts';
import { currencyCode, email, empty, instant, page, paging, recordId } from './wire.ts';

/** The current password, required again before anything that could take the account away. */
const currentPassword = z
  .string('Enter your password')
  .check(z.minLength(1, 'Enter your password'), z.maxLength(200));
/**
 * Omitted where a proof of the last ten minutes takes its place (`step_up_required` says when there is none).
 */
const passwordOrProof = z.optional(currentPassword);

/** Six digits of an authenticator app, or a recovery code such as `k7qf-2m9x`. */
const authenticationCode = z
  .string('Enter the code')
  .check(z.trim(), z.minLength(6, 'Enter the 6-digit code'), z.maxLength(20, 'Enter the 6-digit code'));

export const securityEvents = [
  'signed_up',
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'session_ended',
  'email_verified',
  'email_changed',
  /** Name or currency. */
  'details_changed',
  'password_changed',
  'password_reset',
  'two_factor_enabled',
  'two_factor_disabled',
  'recovery_codes_made',
  'recovery_code_used',
  'google_linked',
  'google_unlinked',
  /** The account was shown to belong to someone other than the person who prepared a business in it. */
  'business_taken_over',
  'passkey_added',
  'passkey_removed',
  /** A copy of it was used. */
  'passkey_suspended',
  /** Showed once more who they are, before a change that wants it. */
  'proof_given',
  'proof_failed',
  'extension_connected',
  'whatsapp_linked',
  'whatsapp_unlinked',
  'pin_set',
  'pin_changed',
  'pin_wrong',
  'pin_locked',
  'payout_account_changed',
  'withdrawal_requested',
  'payout_retried',
  'refund_requested',
  'credit_used',
  /** Money typed in, and taken back. */
  'payment_recorded',
  'invoice_written_off',
  'credit_note_issued',
  'credit_note_withdrawn',
  'withholding_changed',
  'payment_undone',
  'payment_given_back',
  'staff_added',
  'staff_account_changed',
  'staff_archived',
  'customers_merged',
  /** The link to a customer's own page: shared or ended. */
  'portal_link_changed',
  /** A KYC document or a bank statement. */
  'document_added',
  'document_read',
  'data_exported',
  'report_exported',
  'trail_exported',
  /** An action the assistant proposed and the owner confirmed. */
  'assistant_acted',
  /** An action of the operator, by command. */
  'operator_acted',
  /** Remainder of an audit trail removed at the end of its retention: its last position. */
  'trail_erased',
  'account_deletion_requested',
  'account_deletion_cancelled',
] as const;

export const auditEntry = z.object({
  ...recordId,
  event: z.enum(securityEvents),
  /** Details in words: `Chrome on Windows`, `GTBank, ends 6789`. */
  detail: z.string(),
  clientAddress: z.string(),
  userAgent: z.string(),
  createdAt: instant,
});

/** Reasons a Google sign-in failed, as `?error=` of the return page, which shows no other text. */
export const googleRefusals = {
  denied: 'You did not let Google share your name and email address with us',
  expired: 'That took too long, or was begun in another browser. Please try again',
  unverified: 'Google has not confirmed that this email address is yours',
  unreachable: 'Google did not answer. Please try again in a moment',
  failed: "Google's answer could not be checked. Please try again",
} as const;

const userAnswer = z.object({ data: z.object({ user }) });

export const account = {
  google: endpoint({
    method: 'GET',
    path: '/api/auth/google',
    summary: 'Begin signing in with Google (code flow with PKCE)',
    auth: 'none',
    owner: 'public',
    query: z.object({ redirect: z.optional(z.string().check(z.maxLength(500))) }),
    media: 'text/html',
  }),
  googleCallback: endpoint({
    method: 'GET',
    path: '/api/auth/google/callback',
    summary: 'Where Google sends the person back to',
    auth: 'none',
    owner: 'public',
    query: z.object({
      code: z.optional(z.string().check(z.maxLength(2000))),
      state: z.optional(z.string().check(z.maxLength(500))),
      error: z.optional(z.string().check(z.maxLength(200))),
      iss: z.optional(z.string().check(z.maxLength(500))),
    }),
    media: 'text/html',
  }),
  googleExchange: endpoint({
    method: 'POST',
    path: '/api/auth/google/exchange',
    summary: 'Turn the single-use code of the return page into a session',
    auth: 'none',
    owner: 'public',
    body: z.object({
      code: z.string().check(z.minLength(1), z.maxLength(200)),
      authenticationCode: z.optional(authenticationCode),
    }),
    response: signedIn,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/auth/account',
    summary: "Change the owner's name or preferred currency",
    auth: 'session',
    owner: 'self',
    body: z.object({
      firstName: z.optional(signup.shape.firstName),
      lastName: z.optional(signup.shape.lastName),
      preferredCurrency: z.optional(currencyCode),
    }),
    response: userAnswer,
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/auth/change-email',
    summary: 'Ask for another email address; it counts once its message is confirmed',
    auth: 'session',
    owner: 'self',
    body: z.object({ email, password: passwordOrProof }),
    response: empty,
    limit: 'resend',
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/auth/change-password',
    summary: 'Change the password; every other session ends',
    auth: 'session',
    owner: 'self',
    body: z.object({ currentPassword, newPassword: password }),
    response: empty,
  }),
  revokeOthers: endpoint({
    method: 'DELETE',
    path: '/api/auth/sessions',
    summary: 'End every session but this one',
    auth: 'session',
    owner: 'self',
    response: z.object({ data: z.object({ ended: z.number() }) }),
  }),
  twoFactor: endpoint({
    method: 'GET',
    path: '/api/auth/two-factor',
    summary: 'Whether an authenticator app is asked for at log-in',
    auth: 'session',
    owner: 'self',
    response: z.object({ data: z.object({ enabled: z.boolean(), recoveryCodesLeft: z.number() }) }),
  }),
  startTwoFactor: endpoint({
    method: 'POST',
    path: '/api/auth/two-factor/start',
    summary: 'A fresh secret for the authenticator app; nothing is asked for until it is confirmed',
    auth: 'session',
    owner: 'self',
    body: z.object({ password: passwordOrProof }),
    /** `qrCode` is a PNG as a data address. */
    response: z.object({ data: z.object({ secret: z.string(), address: z.string(), qrCode: z.string() }) }),
  }),
  enableTwoFactor: endpoint({
    method: 'POST',
    path: '/api/auth/two-factor/enable',
    summary: 'Confirm the authenticator app with a code; the recovery codes are told this once',
    auth: 'session',
    owner: 'self',
    body: z.object({ code: authenticationCode }),
    response: z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) }),
  }),
  disableTwoFactor: endpoint({
    method: 'POST',
    path: '/api/auth/two-factor/disable',
    summary: 'Ask for no code at log-in any more',
    auth: 'session',
    owner: 'self',
    body: z.object({ password: passwordOrProof, code: authenticationCode }),
    response: empty,
  }),
  recoveryCodes: endpoint({
    method: 'POST',
    path: '/api/auth/two-factor/recovery-codes',
    summary: 'Make new recovery codes; the old ones stop working',
    auth: 'session',
    owner: 'self',
    body: z.object({ password: passwordOrProof, code: authenticationCode }),
    response: z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) }),
  }),
  audit: endpoint({
    method: 'GET',
    path: '/api/auth/audit',
    summary: 'Sign-ins and changes to the account, newest first',
    auth: 'session',
    owner: 'self',
    query: z.object(paging),
    response: z.object({ data: z.object({ entries: z.array(auditEntry) }), page }),
  }),
  exportTrail: endpoint({
    method: 'GET',
    path: '/api/auth/audit/export',
    summary: 'All of the security history as JSON lines, with the hashes that chain it',
    auth: 'session',
    owner: 'self',
    media: 'application/x-ndjson',
  }),
  exportData: endpoint({
    method: 'GET',
    path: '/api/auth/export',
    summary: 'Everything kept about this account and its business, as a ZIP of JSON files with a README',
    auth: 'session',
    owner: 'self',
    media: 'application/zip',
  }),
  requestDeletion: endpoint({
    method: 'POST',
    path: '/api/auth/delete-account',
    summary: 'Have the account deleted after the days of grace; logging in before then undoes it',
    auth: 'session',
    owner: 'self',
    body: z.object({
      password: passwordOrProof,
      code: z.optional(authenticationCode),
      /** The account's email address, typed out to be sure. */
      confirm: email,
    }),
    response: z.object({ data: z.object({ deletedAt: instant }) }),
  }),
};
