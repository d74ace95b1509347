-- How many messages were sent, for the statistics of owners: days that are over are counted once, so that no page has to
-- read all messages there are. What came after `counted_id` is counted when somebody asks.

create table message_counts (
  realm_id bigint not null references realms (id) on delete cascade,
  -- in UTC
  day date not null,
  sender_id bigint not null,
  -- 0: a private conversation of two or one, -1: of more. Counts outlive what they counted: no foreign keys.
  stream_id bigint not null,
  client text not null,
  messages bigint not null,
  primary key (realm_id, day, sender_id, stream_id, client)
);
-- The days of one stream.
create index message_counts_stream on message_counts (realm_id, stream_id, day);

create table message_count_progress (
  realm_id bigint primary key references realms (id) on delete cascade,
  -- All messages of the realm up to this id are counted.
  counted_id bigint not null
);
