-- The records of before. Nobody waits: new ones are entered by their triggers. One that is deleted at this very moment may leave
-- its entry behind, which then leads to a business that has no such record, as an unknown key does.
insert into directory
  select 'invoices.public_id', public_id, business_id from invoices where public_id is not null
  union all select 'invoices.verification_code', verification_code, business_id from invoices where verification_code is not null
  union all select 'quotes.public_id', public_id, business_id from quotes where public_id is not null
  union all select 'quotes.verification_code', verification_code, business_id from quotes where verification_code is not null
  union all select 'receipts.public_id', public_id, business_id from receipts where public_id is not null
  union all select 'receipts.verification_code', verification_code, business_id from receipts where verification_code is not null
  union all select 'credit_notes.verification_code', verification_code, business_id from credit_notes
    where verification_code is not null
  union all select 'checkouts.provider,reference', provider || ' ' || reference, business_id from checkouts
    where provider || reference is not null
  union all select 'payments.provider,transaction_id', provider || ' ' || transaction_id, business_id from payments
    where provider || transaction_id is not null
  union all select 'refunds.reference', reference, business_id from refunds
  union all select 'withdrawals.reference', reference, business_id from withdrawals
  union all select 'card_charges.reference', reference, business_id from card_charges
  union all select 'saved_cards.reference', reference, business_id from saved_cards
  union all select 'saved_cards.stop_key', stop_key, business_id from saved_cards
  union all select 'counter_codes.code', code, business_id from counter_codes
  union all select 'portal_links.token_hash', token_hash, business_id from portal_links
  union all select 'portal_sessions.token_hash', token_hash, business_id from portal_sessions
  on conflict do nothing;
