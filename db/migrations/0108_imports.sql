-- Archives of other servers that are imported.

-- An import that has begun and is not finished; the tables below it hold what its end needs.
create table imports (
  realm_id bigint not null references realms (id) on delete cascade,
  -- the server and organization that the archive is from
  source text not null,
  -- the import made the realm, which stays deactivated until the end
  makes_realm boolean not null default false,
  started_at timestamptz not null default now(),
  -- ids of the messages that it has written
  message_ids int8multirange not null default '{}',
  primary key (realm_id, source)
);

-- What a record of a source became. Kept forever, so that a later archive of the same source adds only what is new, and
-- nothing that was deleted here comes back.
create table import_keys (
  realm_id bigint not null references realms (id) on delete cascade,
  source text not null,
  kind text not null,
  key text not null,
  -- id of the row
  id bigint not null,
  -- messages alone: their order in the source
  position bigint,
  primary key (realm_id, source, kind, key)
);
-- Tells imported messages from messages that were sent here.
create index import_keys_messages on import_keys (realm_id, id) where kind = 'message';
-- The last message of the source before a moment.
create index import_keys_positions on import_keys (realm_id, source, position) where kind = 'message';

-- Periods of subscriptions in the order of the source, until all messages have ids.
create table import_periods (
  realm_id bigint not null,
  source text not null,
  user_id bigint not null,
  stream_id bigint not null,
  from_position bigint not null,
  to_position bigint,
  primary key (realm_id, source, user_id, stream_id, from_position),
  foreign key (realm_id, source) references imports (realm_id, source) on delete cascade
);

-- The position in the source up to which a subscriber has read a stream.
create table import_read_positions (
  realm_id bigint not null,
  source text not null,
  user_id bigint not null,
  stream_id bigint not null,
  position bigint not null,
  primary key (realm_id, source, user_id, stream_id),
  foreign key (realm_id, source) references imports (realm_id, source) on delete cascade
);

-- Users who had not read an imported message.
create table import_unread (
  realm_id bigint not null,
  source text not null,
  message_id bigint not null,
  user_ids bigint[] not null,
  primary key (realm_id, source, message_id),
  foreign key (realm_id, source) references imports (realm_id, source) on delete cascade
);

-- Texts of the source that link to messages which come later in it.
create table import_links (
  realm_id bigint not null,
  source text not null,
  message_id bigint not null,
  content text not null,
  primary key (realm_id, source, message_id),
  foreign key (realm_id, source) references imports (realm_id, source) on delete cascade
);
