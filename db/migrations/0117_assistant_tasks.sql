-- The assistant proposes promises, credit notes, write-offs, kept tax, statements, changes of plans, and invoices of quotes.
alter table assistant_proposals drop constraint assistant_proposals_action_check;
alter table assistant_proposals add constraint assistant_proposals_action_check
  check (action in ('create_invoice', 'create_quote', 'create_plan', 'send_invoice', 'send_reminder', 'delete_invoice',
    'add_customer', 'record_payment', 'note_claim', 'note_promise', 'credit_note', 'write_off', 'withholding',
    'customer_statement', 'change_plan', 'convert_quote'));

-- What was understood is named as the cases name it: a promise is noted, and credit is that of a credit note.
update thread_messages set outcome = jsonb_set(outcome, '{intent}', '"note_promise"') where outcome ->> 'intent' = 'promise';
update thread_messages set outcome = (outcome - 'credit') || jsonb_build_object('customerCredit', outcome -> 'credit')
  where outcome ? 'credit';
