-- The assistant proposes repeating invoices.
alter table assistant_proposals drop constraint assistant_proposals_action_check;
alter table assistant_proposals add constraint assistant_proposals_action_check
  check (action in ('create_invoice', 'create_quote', 'create_plan', 'send_invoice', 'send_reminder', 'delete_invoice',
    'add_customer', 'record_payment'));
