-- Messages that are to be sent later, and reminders, which Notification Bot sends to whoever asked for them.
-- Any worker sends what is due, in the transaction that says so here: once, whichever workers die.

create table scheduled_messages (
  realm_id bigint not null,
  user_id bigint not null,
  id bigint generated always as identity,
  -- One stream, or users. Neither is a foreign key: it may be gone when the time comes, which is said then.
  stream_id bigint,
  recipient_ids bigint[] not null,
  topic text not null,
  content text not null,
  rendered_content text not null,
  client text not null,
  -- The address that its sender's client knew the organisation by: links to it are shown as its own.
  realm_url text,
  -- Null: as the client's name says.
  read_by_sender boolean,
  -- The message that a reminder is of; null: it is none.
  reminder_of bigint,
  note text not null default '',
  due_at timestamptz not null,
  -- Until when a worker means to be busy with it. It spares others the work; it is not what keeps it single.
  leased_until timestamptz not null default '-infinity',
  -- Rises with each change, so that a worker does not send what it has read before.
  revision bigint not null default 1,
  failed_at timestamptz,
  -- Kept for a day afterwards without its texts, so that whoever changes it too late is told so.
  sent_at timestamptz,
  primary key (realm_id, user_id, id),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);

-- Finds what is due, each second.
create index scheduled_messages_due on scheduled_messages (due_at)
  where sent_at is null and failed_at is null;
-- Finds what may be forgotten.
create index scheduled_messages_sent on scheduled_messages (sent_at) where sent_at is not null;

-- Files that such messages will link: they are in use, though no message has them yet.
create table scheduled_message_uploads (
  realm_id bigint not null,
  user_id bigint not null,
  scheduled_message_id bigint not null,
  upload_id bigint not null,
  primary key (realm_id, user_id, scheduled_message_id, upload_id),
  foreign key (realm_id, user_id, scheduled_message_id)
    references scheduled_messages (realm_id, user_id, id) on delete cascade,
  foreign key (realm_id, upload_id) references uploads (realm_id, id) on delete cascade
);
create index scheduled_message_uploads_upload on scheduled_message_uploads (realm_id, upload_id);
