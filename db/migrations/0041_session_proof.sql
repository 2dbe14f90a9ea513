-- By which factor a session was last proven; null is a proof of before this column and counts as the weakest, the password.
alter table sessions add column proven_by text;
