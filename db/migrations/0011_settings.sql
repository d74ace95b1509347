-- What people and organisations choose: settings, mutes, alert words.

-- What differs from the defaults, as clients spell it; src/server/chat says what there is.
alter table realms add column settings jsonb not null default '{}';
alter table users add column settings jsonb not null default '{}';

-- Counts changes of anybody's alert words, so that workers can cache them.
alter table realms add column alert_words_version bigint not null default 0;

-- Null: as the account's own setting is. So is what was never chosen.
alter table subscriptions
  add column wildcard_mentions_notify boolean,
  alter column desktop_notifications drop not null,
  alter column desktop_notifications drop default,
  alter column audible_notifications drop not null,
  alter column audible_notifications drop default,
  alter column push_notifications drop not null,
  alter column push_notifications drop default,
  alter column email_notifications drop not null,
  alter column email_notifications drop default;

update subscriptions set
  desktop_notifications = nullif(desktop_notifications, false),
  audible_notifications = nullif(audible_notifications, false),
  push_notifications = nullif(push_notifications, false),
  email_notifications = nullif(email_notifications, false);

-- What a user wants to see of single topics: 1 muted, 2 unmuted in a muted stream, 3 followed.
create table user_topics (
  realm_id bigint not null,
  user_id bigint not null,
  stream_id bigint not null,
  -- lower(topic)
  topic_key text not null,
  -- as the user spelled it
  topic text not null,
  visibility_policy smallint not null check (visibility_policy between 1 and 3),
  updated_at timestamptz not null,
  primary key (realm_id, user_id, stream_id, topic_key),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade,
  foreign key (realm_id, stream_id) references streams (realm_id, id) on delete cascade
);

create table muted_users (
  realm_id bigint not null,
  user_id bigint not null,
  muted_user_id bigint not null,
  muted_at timestamptz not null,
  primary key (realm_id, user_id, muted_user_id),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade,
  foreign key (realm_id, muted_user_id) references users (realm_id, id) on delete cascade
);

-- Words of which a user wants to be told when they occur in a message.
create table alert_words (
  realm_id bigint not null,
  user_id bigint not null,
  -- lower(word)
  word_key text not null,
  word text not null check (length(word) between 1 and 100),
  primary key (realm_id, user_id, word_key),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);
