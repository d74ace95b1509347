-- Bridges to another server on which a part of the team still writes. The ids of the other server are in import_keys, so
-- that imports and bridges know each other's messages; messages that came over a bridge have no position there.
create table bridges (
  realm_id bigint not null references realms (id) on delete cascade,
  -- the server and organization on the other side, as in import_keys
  source text not null,
  -- the account that reads here
  bot_id bigint not null,
  -- the bot's event queue, and the last event that is in the outbox
  queue_id text,
  last_event_id bigint,
  -- last sign of life of the process
  alive_at timestamptz,
  -- last time at which the connection to the other side stood
  connected_at timestamptz,
  -- the last error, without contents
  error text,
  primary key (realm_id, source),
  foreign key (realm_id, bot_id) references users (realm_id, id) on delete cascade
);

create table bridge_channels (
  realm_id bigint not null,
  source text not null,
  -- id on the other side
  channel text not null,
  name text not null,
  stream_id bigint not null,
  -- both are private, or neither is
  is_private boolean not null,
  -- the bridge carries later messages only: of here by id, of the other side by time
  after_message_id bigint not null,
  after_ts text not null,
  -- everything on the other side up to this time is in the inbox
  read_ts text not null,
  primary key (realm_id, source, channel),
  unique (realm_id, stream_id),
  foreign key (realm_id, source) references bridges (realm_id, source) on delete cascade,
  foreign key (realm_id, stream_id) references streams (realm_id, id) on delete cascade
);

-- Events of the other side that wait, in the order of their arrival. An acknowledged event has a row.
create table bridge_inbox (
  realm_id bigint not null,
  source text not null,
  id bigint generated always as identity,
  event jsonb not null,
  received_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- set aside: nothing tries it again
  failed boolean not null default false,
  primary key (realm_id, source, id),
  foreign key (realm_id, source) references bridges (realm_id, source) on delete cascade
);

-- Messages of here whose state the other side may not have.
create table bridge_outbox (
  realm_id bigint not null,
  source text not null,
  message_id bigint not null,
  -- raised by each change, so that one during an attempt is not forgotten
  version bigint not null default 1,
  -- an attempt to post it has begun, and its outcome is unknown
  posting_at timestamptz,
  attempts integer not null default 0,
  failed boolean not null default false,
  primary key (realm_id, source, message_id),
  foreign key (realm_id, source) references bridges (realm_id, source) on delete cascade
);

-- A message on the other side that the bridge has carried or seen change. Kept forever, like the keys.
create table bridge_messages (
  realm_id bigint not null,
  source text not null,
  channel text not null,
  -- its time, which is its id in the channel
  ts text not null,
  -- the root of its thread
  root_ts text,
  -- the message here; null: it was deleted there before it came
  message_id bigint,
  -- written here, and posted by the bridge
  is_ours boolean not null default false,
  -- time of the last known edit there
  edited_ts text not null default '',
  deleted boolean not null default false,
  -- of our messages: a digest of the posted text
  told text,
  -- emoji that the bot of the other side has added for people here
  reactions text[] not null default '{}',
  primary key (realm_id, source, channel, ts),
  foreign key (realm_id, source) references bridges (realm_id, source) on delete cascade
);
-- The places of a message on the other side.
create index bridge_messages_here on bridge_messages (realm_id, message_id);

-- The last known state of a reaction on the other side.
create table bridge_reactions (
  realm_id bigint not null,
  source text not null,
  channel text not null,
  ts text not null,
  user_key text not null,
  emoji text not null,
  changed_ts text not null,
  is_there boolean not null,
  primary key (realm_id, source, channel, ts, user_key, emoji),
  foreign key (realm_id, source) references bridges (realm_id, source) on delete cascade
);
-- The replies of a thread.
create index bridge_messages_of_threads on bridge_messages (realm_id, source, channel, root_ts, ts)
  where root_ts is not null;
