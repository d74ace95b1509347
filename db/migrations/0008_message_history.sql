-- What a chat knows of its past: who has read what, flags, reactions, edits, and a search index.
-- None of it takes a row per message and recipient.

alter table messages
  -- by the program that sent it; what was sent from elsewhere counts as unread until it is read
  add column read_by_sender boolean not null default false,
  -- mentions everybody in the stream or conversation
  add column mentions_everybody boolean not null default false,
  add column has_link boolean not null default false,
  add column has_image boolean not null default false,
  add column has_attachment boolean not null default false,
  -- null: as it was sent
  add column last_edited_at timestamptz,
  -- words of topic and content; kept by the trigger, whoever writes
  add column search_vector tsvector;

create trigger messages_search_vector before insert or update of topic, content on messages
for each row execute function
  tsvector_update_trigger(search_vector, 'pg_catalog.english', topic, content);

-- Writing one searched column has the trigger fill in the words of what is there already.
update messages set content = content;

-- Full-text search.
create index messages_search on messages using gin (search_vector);
-- Lists what mentions everybody, which is rare.
create index messages_mention_everybody on messages (realm_id, id) where mentions_everybody;

-- Read messages of a stream and of a private conversation, as sets of message ids. A message of a
-- stream is read when its stream's row or its topic's row says so. Sets may hold ids of other
-- conversations, so that what was read up to a point is a single range.
alter table subscriptions add column read int8multirange not null default '{}';
alter table dm_group_members add column read int8multirange not null default '{}';

-- What was sent before there was a read state has been read.
update subscriptions set read = int8multirange(int8range(0, last.id + 1))
from (select realm_id, max(id) as id from messages group by realm_id) last
where last.realm_id = subscriptions.realm_id;

update dm_group_members set read = int8multirange(int8range(0, last.id + 1))
from (select realm_id, max(id) as id from messages group by realm_id) last
where last.realm_id = dm_group_members.realm_id;

create table topic_read_states (
  realm_id bigint not null,
  user_id bigint not null,
  stream_id bigint not null,
  -- lower(topic)
  topic_key text not null,
  read int8multirange not null default '{}',
  primary key (realm_id, user_id, stream_id, topic_key),
  foreign key (realm_id, user_id, stream_id)
    references subscriptions (realm_id, user_id, stream_id) on delete cascade
);
-- Finds everybody's state of a topic when messages are moved out of it or into it.
create index topic_read_states_topic on topic_read_states (realm_id, stream_id, topic_key);

-- Flags of one user on one message, other than `read`: a row only where one is set.
create table message_flags (
  realm_id bigint not null,
  user_id bigint not null,
  message_id bigint not null,
  starred boolean not null default false,
  collapsed boolean not null default false,
  -- by name, or through a user group
  mentioned boolean not null default false,
  topic_wildcard_mentioned boolean not null default false,
  has_alert_word boolean not null default false,
  primary key (realm_id, user_id, message_id),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade,
  foreign key (realm_id, message_id) references messages (realm_id, id) on delete cascade
);
-- Goes with a deleted message.
create index message_flags_message on message_flags (realm_id, message_id);
-- Lists the starred messages of a user.
create index message_flags_starred on message_flags (realm_id, user_id, message_id) where starred;

create table reactions (
  realm_id bigint not null,
  message_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  emoji_name text not null,
  -- code points in lower-case hex joined by `-`, or the id of a realm emoji
  emoji_code text not null,
  reaction_type text not null
    check (reaction_type in ('unicode_emoji', 'realm_emoji', 'zulip_extra_emoji')),
  primary key (realm_id, message_id, id),
  foreign key (realm_id, message_id) references messages (realm_id, id) on delete cascade,
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);
-- Keeps a user from reacting twice with the same emoji.
create unique index reactions_once
  on reactions (realm_id, message_id, user_id, reaction_type, emoji_code);

-- Edits and moves of a message, each with what was there before; null where it stayed.
create table message_edits (
  realm_id bigint not null,
  message_id bigint not null,
  id bigint generated always as identity,
  -- null: by the server itself
  editor_id bigint,
  edited_at timestamptz not null,
  prev_content text,
  prev_rendered_content text,
  prev_topic text,
  topic text,
  prev_stream_id bigint,
  stream_id bigint,
  primary key (realm_id, message_id, id),
  foreign key (realm_id, message_id) references messages (realm_id, id) on delete cascade,
  foreign key (realm_id, editor_id) references users (realm_id, id)
);

-- Which message a client's local id has become, so that a repeated send does not make another one.
create table local_messages (
  realm_id bigint not null,
  user_id bigint not null,
  queue_id text not null,
  local_id text not null,
  message_id bigint not null,
  sent_at timestamptz not null default now(),
  primary key (realm_id, user_id, queue_id, local_id),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);
-- Forgets them after a while.
create index local_messages_sent_at on local_messages (sent_at);
