-- Copies what the old columns of 0038 hold. A step of its own: nothing here locks a table against those who write to it.
update business_profiles set pending_owner_verification = awaits_owner, payouts_on_hold = money_held
  where awaits_owner or money_held;
update refunds set next_poll_at = next_ask_at where next_ask_at is not null and next_poll_at is null;
update withdrawals set next_poll_at = next_ask_at where next_ask_at is not null and next_poll_at is null;
update checkouts set next_poll_at = next_ask_at, poll_count = asks
  where next_poll_at is distinct from next_ask_at or poll_count <> asks;
update receipts set verification_code = paper_code where verification_code is null;
update invoices set verification_code = paper_code where verification_code is null;
