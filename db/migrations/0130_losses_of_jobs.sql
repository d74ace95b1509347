-- A job whose worker dies with it twice is set aside: it may be the cause. `losses` counts the times that a worker took a job and has not
-- told how its attempt ended; the one that has it now counts, too. Workers of the release before count nothing.
alter table incoming_mails add column losses integer not null default 0;
alter table link_preview_jobs add column losses integer not null default 0;
alter table webhook_jobs add column losses integer not null default 0;
alter table push_jobs add column losses integer not null default 0;
alter table message_deletion_jobs add column losses integer not null default 0;
alter table scheduled_messages add column losses integer not null default 0;
-- Lost messages are taken one at a time, so that one of them ends no others with its worker.
create index scheduled_messages_lost on scheduled_messages (due_at)
  where losses > 0 and sent_at is null and failed_at is null;
