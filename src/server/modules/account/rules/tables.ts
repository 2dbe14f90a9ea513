/** A table exported with a business; listed in this order so that referenced rows come first. */
export type Carried = {
  table: string;
  /** Description for readers of the export. */
  about: string;
  owner: 'business_id' | 'id';
  /** The columns its rows are ordered by; unique within a business. */
  key: readonly string[];
  /** Columns not exported, with the value an import uses where one is required. */
  left?: Readonly<Record<string, string | null>>;
  /** Exported but not imported: it refers to rows that are not exported. */
  toldOnly?: true;
};

const GONE = null;

const carry = (
  table: string,
  key: string,
  about: string,
  more: Pick<Carried, 'left' | 'toldOnly'> & { owner?: 'id' } = {},
): Carried => ({ table, about, owner: 'business_id', key: key.split(' '), ...more });

/** Every table that belongs to a business and can be exported. */
export const carried: readonly Carried[] = [
  carry('users', 'id', 'you', {
    left: { password_hash: GONE, deletion_due_at: GONE, erased_at: GONE },
  }),
  carry('business_profiles', 'business_id', 'your business', {
    left: { account_number_sealed: GONE, bvn_sealed: GONE },
  }),
  carry('consents', 'position', 'what you and your customers agreed to, and when'),
  carry('notification_preferences', 'event', 'what you are told, and by which way'),
  carry('files', 'id', 'a list of the files; their bytes are in files/', {
    left: { storage_key: '', key_id: GONE },
  }),
  carry('customers', 'id', 'your customers'),
  carry('invoices', 'id', 'your invoices'),
  carry('invoice_items', 'invoice_id position', 'the lines of your invoices'),
  carry('invoice_shares', 'id', 'invoices whose link you handed out by yourself'),
  carry('counters', 'business_id', 'your shop counter'),
  carry('counter_codes', 'code', 'the addresses of your shop counter'),
  carry('counter_sales', 'invoice_id', 'sales at the counter'),
  carry('checkouts', 'reference', 'how invoices could be paid', {
    left: { checkout_url: GONE, account: GONE, ussd_code: GONE },
  }),
  carry('payments', 'id', 'what customers paid'),
  carry('receipts', 'payment_id', 'the receipts of what customers paid'),
  carry('allocations', 'id', 'which payment went to which invoice'),
  carry('refunds', 'id', 'what was given back'),
  carry('unmatched_payments', 'provider transaction_id', 'money that matched no invoice', { toldOnly: true }),
  carry('withdrawals', 'id', 'what you withdrew or paid out', { left: { account_number_sealed: '' } }),
  carry('staff', 'id', 'the people you pay', { left: { account_number_sealed: '' } }),
  carry('discrepancies', 'id', "where our books and a payment provider's differed"),
  carry('ledger_transfers', 'sequence', 'every movement of your money'),
  carry('overdue_notices', 'invoice_id', 'invoices you were told are overdue'),
  carry('reminder_settings', 'business_id', 'how you have customers reminded'),
  carry('reminder_steps', 'invoice_id step', 'reminders that were planned'),
  carry('reminders', 'id', 'the reminders that went'),
  carry('promises', 'id', 'what customers promised to pay, and by when'),
  carry('reminder_invoices', 'invoice_id', 'reminders of single invoices'),
  carry('messages', 'id', 'the messages that went out about your business, and what became of them'),
  carry('message_stops', 'channel address', 'who asked not to be reminded'),
  carry('threads', 'id', 'your conversations with the assistant'),
  carry('thread_messages', 'position', 'what was said in them'),
  carry('assistant_proposals', 'id', 'what the assistant proposed, and what became of it', {
    left: { signature: '' },
  }),
  carry('assistant_usage', 'day', 'how much of a language model was used on each day'),
  carry('activities', 'id', 'what happened in your business'),
  carry('security_events', 'position', 'what touched the safety of your account'),
];

/** Every other table, with the reason none of its rows is exported. */
export const staysBehind: Readonly<Record<string, string>> = {
  schema_migrations: 'the tables themselves',
  service_keys: 'keys of the service',
  data_keys: 'keys of this service: what they seal does not leave it',
  sessions: 'a proof of who you are, here',
  email_tokens: 'a proof of who you are, here',
  external_identities: 'a proof of who you are, here',
  sign_in_codes: 'a proof of who you are, here',
  two_factor: 'a proof of who you are, here',
  recovery_codes: 'a proof of who you are, here',
  extension_codes: 'a proof of who you are, here',
  transaction_pins: 'a proof of who you are, here',
  passkeys: 'a proof of who you are, here',
  passkey_challenges: 'a proof of who you are, here',
  step_up_codes: 'a proof of who you are, here',
  known_browsers: 'a browser that is known here',
  audit_links: 'computed again of the trail',
  ledger_links: 'computed again of the transfers',
  backups: 'copies of this service',
  book_checks: 'the work of this service',
  push_subscriptions: 'a browser that is known here',
  whatsapp_owners: 'a phone that is linked here',
  whatsapp_codes: 'a phone that is linked here',
  whatsapp_contacts: 'who wrote to our number: ours',
  whatsapp_notices: 'who wrote to our number: ours',
  waitlist_entries: 'belongs to no business',
  privacy_requests: 'belongs to no business',
  kept_mails: 'a copy for the machine at hand',
  ledger_accounts: 'made of the transfers',
  invoice_figures: 'counted from the invoices',
  invoice_days: 'counted from the invoices',
  payment_days: 'counted from the payments',
  customer_figures: 'counted from invoices and payments',
  payment_notices: 'what a payment provider told us',
  reconciliation_runs: "our books against the providers'",
  operator_alerts: 'told to whoever runs this service',
  payout_freezes: 'told to whoever runs this service',
  periodic_work: 'the work of this service',
  idempotency_keys: 'answers kept for repeats',
  rate_counters: 'counters of limits',
};
