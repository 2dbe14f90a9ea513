/** A table exported with a business; listed in this order so that referenced rows come first. */
export type ExportedTable = {
  table: string;
  /** Description for readers of the export. */
  about: string;
  owner: 'business_id' | 'id';
  /** The columns its rows are ordered by; unique within a business. */
  key: readonly string[];
  /** Columns not exported, with the value an import uses where one is required. */
  excludedColumns?: Readonly<Record<string, string | null>>;
  /** Exported but not imported: it refers to rows that are not exported. */
  exportOnly?: true;
};

const OMITTED = null;

const exportTable = (
  table: string,
  key: string,
  about: string,
  options: Pick<ExportedTable, 'excludedColumns' | 'exportOnly'> & { owner?: 'id' } = {},
): ExportedTable => ({ table, about, owner: 'business_id', key: key.split(' '), ...options });

/** Every table that belongs to a business and can be exported. */
export const exportedTables: readonly ExportedTable[] = [
  exportTable('users', 'id', 'you', {
    excludedColumns: { password_hash: OMITTED, deletion_due_at: OMITTED, erased_at: OMITTED },
  }),
  exportTable('business_profiles', 'business_id', 'your business', {
    excludedColumns: { account_number_sealed: OMITTED, bvn_sealed: OMITTED },
  }),
  exportTable('consents', 'position', 'what you and your customers agreed to, and when'),
  exportTable('notification_preferences', 'event', 'what you are told, and by which way'),
  exportTable('files', 'id', 'a list of the files; their bytes are in files/', {
    excludedColumns: { storage_key: '', key_id: OMITTED },
  }),
  exportTable('customers', 'id', 'your customers'),
  exportTable('invoices', 'id', 'your invoices'),
  exportTable('invoice_items', 'invoice_id position', 'the lines of your invoices'),
  exportTable('invoice_shares', 'id', 'invoices whose link you handed out by yourself'),
  exportTable('counters', 'business_id', 'your shop counter'),
  exportTable('counter_codes', 'code', 'the addresses of your shop counter'),
  exportTable('counter_sales', 'invoice_id', 'sales at the counter'),
  exportTable('checkouts', 'reference', 'how invoices could be paid', {
    excludedColumns: { checkout_url: OMITTED, account: OMITTED, ussd_code: OMITTED },
  }),
  exportTable('payments', 'id', 'what customers paid'),
  exportTable('receipts', 'payment_id', 'the receipts of what customers paid'),
  exportTable('allocations', 'id', 'which payment went to which invoice'),
  exportTable('refunds', 'id', 'what was given back'),
  exportTable('unmatched_payments', 'provider transaction_id', 'money that matched no invoice', {
    exportOnly: true,
  }),
  exportTable('withdrawals', 'id', 'what you withdrew or paid out', {
    excludedColumns: { account_number_sealed: '' },
  }),
  exportTable('staff', 'id', 'the people you pay', { excludedColumns: { account_number_sealed: '' } }),
  exportTable('discrepancies', 'id', "where our books and a payment provider's differed"),
  exportTable('ledger_transfers', 'sequence', 'every movement of your money'),
  exportTable('overdue_notices', 'invoice_id', 'invoices you were told are overdue'),
  exportTable('reminder_settings', 'business_id', 'how you have customers reminded'),
  exportTable('reminder_steps', 'invoice_id step', 'reminders that were planned'),
  exportTable('reminders', 'id', 'the reminders that went'),
  exportTable('promises', 'id', 'what customers promised to pay, and by when'),
  exportTable('reminder_invoices', 'invoice_id', 'reminders of single invoices'),
  exportTable('messages', 'id', 'the messages that went out about your business, and what became of them'),
  exportTable('message_stops', 'channel address', 'who asked not to be reminded'),
  exportTable('threads', 'id', 'your conversations with the assistant'),
  exportTable('thread_messages', 'position', 'what was said in them'),
  exportTable('assistant_proposals', 'id', 'what the assistant proposed, and what became of it', {
    excludedColumns: { signature: '' },
  }),
  exportTable('assistant_usage', 'day', 'how much of a language model was used on each day'),
  exportTable('activities', 'id', 'what happened in your business'),
  exportTable('security_events', 'position', 'what touched the safety of your account'),
];

/** Every other table, with the reason none of its rows is exported. */
export const notExported: Readonly<Record<string, string>> = {
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
