-- Each invoice of a file of several has a proposal of its own; "yes" still means the last one shown.
drop index assistant_proposals_open;
create index assistant_proposals_open on assistant_proposals (business_id, thread_id) where state = 'open';
