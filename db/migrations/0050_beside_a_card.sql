-- The text of an answer beside a card that shows its proposal; null where nothing is left out of `content`.
alter table thread_messages add column beside text;
