-- How long a stream keeps its messages, folders of streams, groups of default streams, and the entries
-- that people keep in their own sidebar.

alter table streams
  -- in days; null: as long as the organisation does; -1: for ever
  add column message_retention_days integer check (message_retention_days = -1 or message_retention_days > 0),
  add column folder_id bigint;

create table channel_folders (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 60),
  description text not null default '' check (length(description) <= 1024),
  rendered_description text not null default '',
  creator_id bigint,
  created_at timestamptz not null,
  -- where it stands among the others
  position integer not null,
  archived_at timestamptz,
  primary key (realm_id, id),
  foreign key (realm_id, creator_id) references users (realm_id, id)
);
-- The name of an archived folder is free again.
create unique index channel_folders_name on channel_folders (realm_id, lower(name)) where archived_at is null;

alter table streams add foreign key (realm_id, folder_id) references channel_folders (realm_id, id);
-- Says whether a folder is empty.
create index streams_folder on streams (realm_id, folder_id) where folder_id is not null;

-- Streams that new accounts may choose together.
create table default_stream_groups (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 60),
  description text not null check (length(description) <= 1024),
  primary key (realm_id, id)
);
create unique index default_stream_groups_name on default_stream_groups (realm_id, lower(name));

create table default_stream_group_streams (
  realm_id bigint not null,
  group_id bigint not null,
  stream_id bigint not null,
  primary key (realm_id, group_id, stream_id),
  foreign key (realm_id, group_id) references default_stream_groups (realm_id, id) on delete cascade,
  foreign key (realm_id, stream_id) references streams (realm_id, id) on delete cascade
);
-- Finds the groups of a stream that is archived or hidden.
create index default_stream_group_streams_stream on default_stream_group_streams (realm_id, stream_id);

create table navigation_views (
  realm_id bigint not null,
  user_id bigint not null,
  fragment text not null check (length(fragment) between 1 and 1000),
  -- null: one that is built in
  name text check (length(name) between 1 and 100),
  is_pinned boolean not null,
  primary key (realm_id, user_id, fragment),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);
create unique index navigation_views_name on navigation_views (realm_id, user_id, name);

-- What registering clients are told of a realm is remembered as long as it stays the same (0020).
do $$ declare watched record; begin
  for watched in
    select part.*, event.* from (values
      ('channel_folders', 'channel_folders'), ('default_stream_groups', 'default_stream_groups'),
      ('default_stream_group_streams', 'default_stream_groups')) as part (table_name, part),
      (values ('insert', 'new'), ('update', 'new'), ('delete', 'old')) as event (event, rows)
  loop
    execute format(
      'create trigger %1$s_%2$s_counted after %2$s on %1$s referencing %3$s table as changed
       for each statement execute function log_realm_change(%4$L)',
      watched.table_name, watched.event, watched.rows, watched.part); end loop; end
$$;
