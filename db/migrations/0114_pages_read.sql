-- How far the words of a photo or PDF are read, page by page.
alter table readings
  add column pages integer,
  add column pages_read integer not null default 0;
