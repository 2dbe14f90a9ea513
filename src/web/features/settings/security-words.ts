import type { SecurityEvent } from './account-api.ts';

/** What happened, in plain words. */
export const securityWords: Record<SecurityEvent, string> = {
  signed_up: 'Account created',
  signed_in: 'Signed in',
  sign_in_failed: 'Failed sign-in',
  signed_out: 'Signed out',
  session_ended: 'A device was signed out',
  email_verified: 'Email address verified',
  email_changed: 'Email address changed',
  details_changed: 'Account details changed',
  password_changed: 'Password changed',
  password_reset: 'Password reset by email',
  two_factor_enabled: 'Two-factor sign-in turned on',
  two_factor_disabled: 'Two-factor sign-in turned off',
  recovery_codes_made: 'New recovery codes made',
  recovery_code_used: 'Recovery code used',
  google_linked: 'Google sign-in linked',
  pin_set: 'Transaction PIN set',
  pin_changed: 'Transaction PIN changed',
  pin_locked: 'Transaction PIN locked after wrong tries',
  payout_account_changed: 'Payout account changed',
  withdrawal_requested: 'Withdrawal requested',
  data_exported: 'Data downloaded',
  account_deletion_requested: 'Account deletion asked for',
  account_deletion_cancelled: 'Account deletion undone',
};
