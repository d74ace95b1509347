-- Streams, and who is subscribed to them.

create table streams (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 60),
  description text not null default '' check (length(description) <= 1024),
  rendered_description text not null default '',
  invite_only boolean not null default false,
  is_announcement_only boolean not null default false,
  history_public_to_subscribers boolean not null default true,
  -- new accounts are subscribed to it
  is_default boolean not null default false,
  creator_id bigint,
  recipient_id bigint not null default nextval('recipient_ids'),
  -- counts changes of the set of active subscribers, so that workers can cache that set
  subscribers_version bigint not null default 0,
  created_at timestamptz not null default now(),
  deactivated_at timestamptz,
  primary key (realm_id, id),
  foreign key (realm_id, creator_id) references users (realm_id, id)
);
-- Looks a stream up by name; the name of a deactivated stream is free again.
create unique index streams_name on streams (realm_id, lower(name)) where deactivated_at is null;

alter table realms add foreign key (id, notifications_stream_id) references streams (realm_id, id);
alter table users
  add foreign key (realm_id, default_sending_stream_id) references streams (realm_id, id),
  add foreign key (realm_id, default_events_register_stream_id) references streams (realm_id, id);

create table subscriptions (
  realm_id bigint not null,
  user_id bigint not null,
  stream_id bigint not null,
  -- false once the user left; the row keeps colour and settings for a return
  active boolean not null default true,
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  is_muted boolean not null default false,
  pin_to_top boolean not null default false,
  desktop_notifications boolean not null default false,
  audible_notifications boolean not null default false,
  push_notifications boolean not null default false,
  email_notifications boolean not null default false,
  primary key (realm_id, user_id, stream_id),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade,
  foreign key (realm_id, stream_id) references streams (realm_id, id) on delete cascade
);
-- Lists the subscribers of a stream without touching the table.
create index subscriptions_subscribers on subscriptions (realm_id, stream_id) include (user_id) where active;

-- When a user was subscribed, in message ids: (from, to], open while to is null.
-- Who may read which message of a stream's past follows from these.
create table subscription_periods (
  realm_id bigint not null,
  user_id bigint not null,
  stream_id bigint not null,
  from_message_id bigint not null,
  to_message_id bigint,
  primary key (realm_id, user_id, stream_id, from_message_id),
  foreign key (realm_id, user_id, stream_id)
    references subscriptions (realm_id, user_id, stream_id) on delete cascade
);
