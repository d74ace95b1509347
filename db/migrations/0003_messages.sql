-- Messages: one row each, whatever the number of recipients.

-- A set of users who write to each other privately, senders included.
create table dm_groups (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  -- the member ids, ascending, joined by commas
  member_key text not null,
  recipient_id bigint not null default nextval('recipient_ids'),
  created_at timestamptz not null default now(),
  primary key (realm_id, id)
);
-- Finds the group of exactly these members, and makes it only once.
create unique index dm_groups_members on dm_groups (realm_id, md5(member_key), member_key);

create table dm_group_members (
  realm_id bigint not null,
  dm_group_id bigint not null,
  user_id bigint not null,
  primary key (realm_id, dm_group_id, user_id),
  foreign key (realm_id, dm_group_id) references dm_groups (realm_id, id) on delete cascade,
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);
-- Lists the private conversations of a user.
create index dm_group_members_user on dm_group_members (realm_id, user_id);

create table messages (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  sender_id bigint not null,
  -- exactly one of the two
  stream_id bigint,
  dm_group_id bigint,
  -- empty for private messages
  topic text not null,
  content text not null,
  rendered_content text not null,
  is_me_message boolean not null default false,
  -- name of the program that sent it
  client text not null,
  sent_at timestamptz not null,
  primary key (realm_id, id),
  foreign key (realm_id, sender_id) references users (realm_id, id),
  foreign key (realm_id, stream_id) references streams (realm_id, id),
  foreign key (realm_id, dm_group_id) references dm_groups (realm_id, id),
  check ((stream_id is null) <> (dm_group_id is null))
);
-- The newest message of a stream, of a topic, of a conversation, of a sender.
create index messages_stream on messages (realm_id, stream_id, id desc) where stream_id is not null;
create index messages_topic on messages (realm_id, stream_id, lower(topic), id desc) where stream_id is not null;
create index messages_dm_group on messages (realm_id, dm_group_id, id desc) where dm_group_id is not null;
create index messages_sender on messages (realm_id, sender_id, id desc);
