-- An owner's words for one reminder, in place of the template's; `{amount}` stands for what is owed as it goes.
alter table reminder_steps add column words text;

-- Photos and PDFs of the conversation that are read in the background. `lease_until`: until when the process that reads one
-- may be believed alive; `attempts` tells its tries apart, so that only the last of them may answer. Read by
-- `turn_at`: papers of one business stand apart in it, so that others come between.
create table readings (
  business_id text not null,
  id text not null,
  message_id text not null,
  currency text not null,
  state text not null check (state in ('queued', 'reading', 'ready', 'failed', 'cancelled')),
  stage text check (stage in ('received', 'prepared', 'text', 'fields')),
  reason text check (reason in ('busy', 'timeout', 'broken')),
  attempts integer not null default 0,
  most_attempts integer not null,
  queued_at timestamptz not null,
  turn_at timestamptz not null,
  lease_until timestamptz,
  answer_id text,
  primary key (business_id, id),
  unique (business_id, message_id),
  foreign key (business_id, message_id) references thread_messages (business_id, id) on delete cascade,
  check ((reason is not null) = (state = 'failed'))
);
create index readings_open on readings (turn_at, id) where state in ('queued', 'reading');
