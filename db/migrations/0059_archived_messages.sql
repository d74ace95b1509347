-- Messages do not stay for ever: people delete them, and the organisation may say how long they are kept.
-- What is deleted is kept aside for a week, for an operator to bring back.

create table archived_messages (
  realm_id bigint not null references realms (id) on delete cascade,
  -- what it had, and gets back
  id bigint not null,
  stream_id bigint,
  dm_group_id bigint,
  archived_at timestamptz not null default now(),
  -- the row of `messages` without its search words, and by table the rows that went with it
  message jsonb not null,
  followers jsonb not null,
  -- files that it linked to, which stay as long as it may come back
  upload_ids bigint[] not null,
  -- subscribers and participants for whom it was unread
  unread_by bigint[] not null,
  primary key (realm_id, id)
);
-- Finds what has been aside for long enough.
create index archived_messages_archived_at on archived_messages (archived_at);
-- Tells whether a file may be needed again.
create index archived_messages_uploads on archived_messages using gin (upload_ids)
  where upload_ids <> '{}';

-- Files in the store that no row names any more: a worker that dies before it deleted one leaves it to others.
create table doomed_files (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  key text not null,
  primary key (realm_id, id)
);

-- What one worker does at a time, for all of them.
create table leases (
  duty text primary key,
  holder text not null,
  -- until then nobody else takes it
  held_until timestamptz not null,
  -- when it was last finished
  done_at timestamptz
);
