-- The calls that spread the tables over the nodes of Citus, made by `npm run citus-tables` from the manifests of the modules. Never
-- played: Citus could not be run where this was written, and docs/reports/scale.md says what is left. For the first node, when no
-- older version runs any more and db/contract has been applied.
set citus.enable_unsafe_triggers = on;

-- a copy on every node
select create_reference_table('schema_migrations');
select create_reference_table('service_keys');
select create_reference_table('users');
select create_reference_table('payout_freezes');

-- by business, all rows of one on one node
select create_distributed_table('data_keys', 'business_id', colocate_with => 'none');
select create_distributed_table('idempotency_keys', 'actor', colocate_with => 'data_keys');
select create_distributed_table('business_profiles', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('transaction_pins', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('consents', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('files', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('customers', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('invoices', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('invoice_names', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('invoice_items', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('invoice_revisions', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('adjustments', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('invoice_shares', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('counter_sales', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('reminders', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('saved_cards', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('card_consents', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('card_charges', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('plans', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('plan_occurrences', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('quotes', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('quote_revisions', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('quote_acceptances', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('quote_codes', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('quote_events', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('counters', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('counter_codes', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('checkouts', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('checkout_invoices', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('payments', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('payment_claims', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('receipts', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('allocations', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('refunds', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('bank_accounts_own', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('statement_imports', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('statement_lines', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('credit_notes', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('credit_note_lines', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('withholdings', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('portal_links', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('portal_sessions', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('withdrawals', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('staff', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('overdue_notices', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('reminder_settings', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('reminder_steps', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('promises', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('reminder_invoices', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('notification_preferences', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('message_stops', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('threads', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('thread_messages', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('readings', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('assistant_proposals', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('learned_words', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('assistant_usage', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('activities', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('invoice_figures', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('invoice_days', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('payment_days', 'business_id', colocate_with => 'data_keys');
select create_distributed_table('customer_figures', 'business_id', colocate_with => 'data_keys');

-- by its key
select create_distributed_table('directory', 'key', colocate_with => 'none');

-- on the first node alone
select citus_add_local_table_to_metadata('backups');
select citus_add_local_table_to_metadata('book_checks');
select citus_add_local_table_to_metadata('periodic_work');
select citus_add_local_table_to_metadata('rate_counters');
select citus_add_local_table_to_metadata('sessions');
select citus_add_local_table_to_metadata('email_tokens');
select citus_add_local_table_to_metadata('external_identities');
select citus_add_local_table_to_metadata('sign_in_codes');
select citus_add_local_table_to_metadata('two_factor');
select citus_add_local_table_to_metadata('recovery_codes');
select citus_add_local_table_to_metadata('extension_codes');
select citus_add_local_table_to_metadata('passkeys');
select citus_add_local_table_to_metadata('passkey_challenges');
select citus_add_local_table_to_metadata('step_up_codes');
select citus_add_local_table_to_metadata('known_browsers');
select citus_add_local_table_to_metadata('privacy_requests');
select citus_add_local_table_to_metadata('unmatched_payments');
select citus_add_local_table_to_metadata('reconciliation_runs');
select citus_add_local_table_to_metadata('discrepancies');
select citus_add_local_table_to_metadata('operator_alerts');
select citus_add_local_table_to_metadata('ledger_accounts');
select citus_add_local_table_to_metadata('ledger_transfers');
select citus_add_local_table_to_metadata('ledger_links');
select citus_add_local_table_to_metadata('messages');
select citus_add_local_table_to_metadata('push_subscriptions');
select citus_add_local_table_to_metadata('whatsapp_owners');
select citus_add_local_table_to_metadata('whatsapp_contacts');
select citus_add_local_table_to_metadata('kept_mails');
select citus_add_local_table_to_metadata('security_events');
select citus_add_local_table_to_metadata('audit_links');
select citus_add_local_table_to_metadata('waitlist_entries');
select citus_add_local_table_to_metadata('whatsapp_codes');
select citus_add_local_table_to_metadata('whatsapp_notices');
select citus_add_local_table_to_metadata('payment_notices');
select citus_add_local_table_to_metadata('operators');
select citus_add_local_table_to_metadata('operator_sessions');
