-- Push notifications: the devices of people, the messages that devices are to show, and the pushes that are due.

-- The key pair (P-256, base64url) by which push services recognize this installation. One row, made at the first use;
-- another pair would void all subscriptions.
create table push_keys (
  only_row boolean primary key default true check (only_row),
  public_key text not null,
  private_key text not null
);

-- A subscription of a browser or app, or a topic that takes plain JSON.
create table push_devices (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  user_id bigint not null,
  endpoint text not null check (length(endpoint) <= 1000),
  -- Keys of the receiver, base64url; null for a topic, whose pushes are not encrypted.
  p256dh text,
  auth text,
  -- Bearer token of a topic.
  token text,
  -- Readable name of the program that registered it.
  name text not null,
  -- The browser session that registered it, whose end is its end; null: registered with an API key.
  session_id bigint,
  created_at timestamptz not null,
  succeeded_at timestamptz,
  -- Since the last success.
  failures integer not null default 0,
  failing_since timestamptz,
  last_error text,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade,
  foreign key (realm_id, session_id) references sessions (realm_id, id) on delete cascade
);
-- The devices of an account; a topic may be registered by several accounts.
create unique index push_devices_of_user on push_devices (realm_id, user_id, endpoint);
-- A subscription belongs to the account that registered it last.
create unique index push_devices_subscriptions on push_devices (endpoint) where p256dh is not null;
-- Serves the end of a session.
create index push_devices_of_session on push_devices (realm_id, session_id) where session_id is not null;

-- Messages that the devices of a person are to show, until they are read.
create table push_messages (
  realm_id bigint not null references realms (id) on delete cascade,
  user_id bigint not null,
  message_id bigint not null,
  trigger text not null,
  -- Digest of the conversation: a later push about it takes the place of an earlier one.
  conversation text not null,
  due_at timestamptz not null,
  -- Whether a push of the conversation is enqueued for each device.
  is_enqueued boolean not null default false,
  primary key (realm_id, user_id, message_id),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);
create index push_messages_due on push_messages (due_at) where not is_enqueued;
-- Serves messages that are deleted or edited.
create index push_messages_of_message on push_messages (realm_id, message_id);

-- What a device shows of a conversation, and whether that must change.
create table push_jobs (
  realm_id bigint not null,
  device_id bigint not null,
  conversation text not null,
  user_id bigint not null,
  -- Messages that the device was told of and that were unread then, ascending.
  shown_ids bigint[] not null default '{}',
  -- Null: the device shows the present state.
  due_at timestamptz,
  -- Time of the oldest change that the device does not know.
  pending_since timestamptz,
  -- Raised by each change: a worker that began earlier must not mark the job as done.
  revision integer not null default 1,
  attempts integer not null default 0,
  -- A worker that has not finished until then counts as dead.
  leased_until timestamptz not null default '-infinity',
  sent_at timestamptz,
  primary key (realm_id, device_id, conversation),
  foreign key (realm_id, device_id) references push_devices (realm_id, id) on delete cascade
);
create index push_jobs_due on push_jobs (due_at) where due_at is not null;
-- Serves reading: the shown conversations of a person.
create index push_jobs_of_user on push_jobs (realm_id, user_id);

-- Subscribers who ask for pushes about each message of a stream, and accounts that ask for them everywhere.
create index subscriptions_pushed on subscriptions (realm_id, stream_id) where active and push_notifications;
create index users_pushed on users (realm_id) where push_notifications;
