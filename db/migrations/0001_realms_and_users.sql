-- Realms (organisations) and their accounts.
--
-- Every table of Parley carries realm_id and leads its primary key with it, and
-- foreign keys include it: nothing can point across realms, and the tables can be
-- partitioned or distributed by realm.

-- Whatever a message can be addressed to (a stream, a set of users, a user) has a
-- recipient id, unique over all three kinds.
create sequence recipient_ids;

create table realms (
  id bigint generated always as identity primary key,
  string_id text not null check (string_id = lower(string_id) and length(string_id) <= 40),
  name text not null,
  description text not null default '',
  notifications_stream_id bigint,
  waiting_period_days integer not null default 0,
  created_at timestamptz not null default now(),
  deactivated_at timestamptz
);
-- Finds the realm that a Host header names.
create unique index realms_string_id on realms (string_id);

create table users (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  email text not null,
  full_name text not null check (length(full_name) <= 100),
  short_name text not null,
  -- 100 owner, 200 administrator, 400 member, 600 guest
  role smallint not null check (role in (100, 200, 400, 600)),
  is_bot boolean not null default false,
  -- 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded; null for humans
  bot_type smallint check (bot_type between 1 and 4),
  bot_owner_id bigint,
  -- Notification Bot and Welcome Bot: one of each in every realm, nobody can log in as them
  is_system_bot boolean not null default false,
  password_hash text,
  api_key text not null check (api_key ~ '^[A-Za-z0-9]{32}$'),
  avatar_version integer not null default 1,
  timezone text not null default '',
  recipient_id bigint not null default nextval('recipient_ids'),
  -- the message the user's pointer is on; -1 when unset
  pointer bigint not null default -1,
  default_sending_stream_id bigint,
  default_events_register_stream_id bigint,
  default_all_public_streams boolean not null default false,
  desktop_notifications boolean not null default false,
  audible_notifications boolean not null default false,
  push_notifications boolean not null default false,
  email_notifications boolean not null default false,
  translate_emoticons boolean not null default false,
  -- when the owner of this bot was last warned about a send that reached nobody
  owner_warned_at timestamptz,
  date_joined timestamptz not null default now(),
  deactivated_at timestamptz,
  primary key (realm_id, id),
  foreign key (realm_id, bot_owner_id) references users (realm_id, id),
  check (is_bot = (bot_type is not null))
);
-- Logs an account in, and keeps emails unique whatever their letter case.
create unique index users_email on users (realm_id, lower(email));
-- Finds the account of a webhook's key.
create unique index users_api_key on users (api_key);
-- Resolves mentions, and tells whether a bot's name is taken.
create index users_full_name on users (realm_id, lower(full_name));
-- Lists the bots of an owner, to show them and to deactivate them with their owner.
create index users_bot_owner on users (realm_id, bot_owner_id) where bot_owner_id is not null;
-- Finds owners, administrators and guests, who are few.
create index users_role on users (realm_id, role) where role <> 400;
