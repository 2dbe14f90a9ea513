-- The payments screen asks at each opening whether a customer has credit left; few have.
create index payments_with_credit on payments (business_id, currency, id desc)
  where status = 'completed' and amount_minor > applied_minor + refunded_minor;
