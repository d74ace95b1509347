-- Messages that people may have missed, until a mail tells of them or they have been read.

-- The messages up to `judged_id` have been judged: each person whom one may notify has a row below. The transactions
-- that assigned the ids up to `marked_id` have ended once all transactions before `marked_xid` have; `pending_id` becomes the
-- next mark. One row.
create table notification_progress (
  only_row boolean primary key default true check (only_row),
  judged_id bigint not null,
  pending_id bigint not null,
  marked_id bigint not null,
  marked_xid bigint not null,
  marked_at timestamptz not null default now()
);
-- Messages from before this release notify nobody.
insert into notification_progress (judged_id, pending_id, marked_id, marked_xid)
select newest, newest, newest, 0
-- The value of a sequence that was never used is the next one.
from (select case when is_called then last_value else last_value - 1 end as newest from messages_id_seq) ids;

create table missed_messages (
  realm_id bigint not null references realms (id) on delete cascade,
  user_id bigint not null,
  message_id bigint not null,
  trigger text not null,
  -- Whether the person was there when the message was judged, and so gets a mail only if they left without reading it.
  was_present boolean not null,
  due_at timestamptz not null,
  primary key (realm_id, user_id, message_id),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);
create index missed_messages_due on missed_messages (due_at);

-- Subscribers who ask for mail about each message of a stream, and accounts that ask for it everywhere.
create index subscriptions_mailed on subscriptions (realm_id, stream_id) where active and email_notifications;
create index users_mailed on users (realm_id) where email_notifications;

alter table realm_secrets
  add column unsubscribe_links text not null default gen_random_uuid()::text || gen_random_uuid()::text;
