-- What users have begun to write and not sent, for all their clients to go on with.

create table drafts (
  realm_id bigint not null,
  user_id bigint not null,
  id bigint generated always as identity,
  type text not null check (type in ('stream', 'private', '')),
  -- One stream, or users. Neither is a foreign key: a text outlives what it was meant for.
  recipient_ids bigint[] not null,
  topic text not null,
  content text not null check (content <> ''),
  edited_at timestamptz not null,
  primary key (realm_id, user_id, id),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);
