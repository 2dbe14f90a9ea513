-- When a plan was paused or ended, or its card stopped, while a charge was under way: it does not leave if it has not yet, and no
-- further attempt follows it.
alter table card_charges add column called_off_at timestamptz;
