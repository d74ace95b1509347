-- A name that a client gives to a reminder, so that a repeated request does not set it twice.
alter table scheduled_messages add column local_id text;
create unique index on scheduled_messages (realm_id, user_id, local_id) where local_id is not null;
