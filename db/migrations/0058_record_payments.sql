-- Money that came without a provider is recorded from a conversation too, once its owner has confirmed it.
alter table assistant_proposals drop constraint assistant_proposals_action_check;
alter table assistant_proposals add constraint assistant_proposals_action_check
  check (action in ('create_invoice', 'send_invoice', 'send_reminder', 'delete_invoice', 'add_customer', 'record_payment'));
