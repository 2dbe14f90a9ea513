-- The assistant proposes quotes.
alter table assistant_proposals drop constraint assistant_proposals_action_check;
alter table assistant_proposals add constraint assistant_proposals_action_check
  check (action in ('create_invoice', 'create_quote', 'send_invoice', 'send_reminder', 'delete_invoice', 'add_customer',
    'record_payment'));
