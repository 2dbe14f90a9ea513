import type { Action } from '#contract/assistant.ts';
import type { AuditEntry, SecurityEvent } from '../account/api.ts';

/** Labels of security events. */
export const eventLabels: Record<SecurityEvent, string> = {
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
  google_unlinked: 'Google sign-in disconnected',
  business_taken_over: 'Address confirmed; business to be set up again',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  passkey_suspended: 'Passkey switched off: a copy of it was used',
  proof_given: 'Confirmed who you are',
  proof_failed: 'Failed to confirm who you are',
  extension_connected: 'Browser extension connected',
  whatsapp_linked: 'WhatsApp linked to a phone',
  whatsapp_unlinked: 'WhatsApp unlinked',
  pin_set: 'Transaction PIN set',
  pin_changed: 'Transaction PIN changed',
  pin_wrong: 'Wrong transaction PIN',
  pin_locked: 'Transaction PIN locked after wrong tries',
  payout_account_changed: 'Payout account changed',
  withdrawal_requested: 'Withdrawal requested',
  payout_retried: 'Failed payments sent again',
  refund_requested: 'Customer refunded',
  credit_used: 'Credit used for an invoice',
  credit_note_issued: 'Credit note issued',
  credit_note_withdrawn: 'Credit note taken back',
  withholding_changed: 'Withholding tax changed',
  invoice_written_off: 'Amount written off, or asked for again',
  payment_recorded: 'Payment recorded by hand',
  payment_undone: 'Recorded payment undone',
  payment_given_back: 'Money of a recorded payment given back',
  staff_added: 'Somebody added to the staff list',
  staff_account_changed: 'Bank account of staff changed',
  staff_archived: 'Somebody taken off the staff list',
  customers_merged: 'Customers merged',
  portal_link_changed: 'Link to a customer’s page',
  document_added: 'Identity document uploaded',
  document_read: 'Identity document opened',
  data_exported: 'Data downloaded',
  report_exported: 'Report downloaded',
  trail_exported: 'Security history downloaded',
  assistant_acted: 'Done by the assistant, as you confirmed',
  operator_acted: 'Done by the people who run Duewell',
  trail_erased: 'Security history removed at the end of its time',
  account_deletion_requested: 'Account deletion asked for',
  account_deletion_cancelled: 'Account deletion undone',
};

const actionLabels: Record<Action, string> = {
  create_invoice: 'Created an invoice',
  create_quote: 'Made a quote',
  create_plan: 'Started a repeating invoice',
  send_invoice: 'Sent an invoice',
  send_reminder: 'Sent a reminder',
  delete_invoice: 'Deleted an invoice',
  add_customer: 'Added a customer',
  record_payment: 'Recorded a payment',
  note_claim: 'Kept a claim',
  note_promise: 'Noted a promise',
  credit_note: 'Made a credit note',
  write_off: 'Wrote something off',
  withholding: 'Noted tax that was kept',
  customer_statement: 'Sent a statement',
  change_plan: 'Changed a repeating invoice',
  convert_quote: 'Made the invoice of a quote',
};

/**
 * Detail of an event. For the assistant's actions the audit log stores the action's name and its proposal.
 */
export function eventDetail({ event, detail }: Pick<AuditEntry, 'event' | 'detail'>): string {
  if (event !== 'assistant_acted') return detail;
  const [action = ''] = detail.split(',');
  return new Map(Object.entries(actionLabels)).get(action) ?? detail;
}
