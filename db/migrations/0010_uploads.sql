-- Files that users bring: what messages link to, pictures of accounts, emoji of the realm.
-- The bytes are in the file store (src/server/stores/files); these tables know whose they are and who may read them.

create table uploads (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  -- the unguessable part of its address, and its name in the file store
  path_key text not null,
  owner_id bigint not null,
  file_name text not null,
  content_type text not null,
  bytes bigint not null,
  -- of a picture, as it is shown; null for anything else
  width integer,
  height integer,
  is_animated boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (realm_id, id),
  foreign key (realm_id, owner_id) references users (realm_id, id) on delete cascade
);
-- Finds the upload that an address names.
create unique index uploads_path_key on uploads (realm_id, path_key);
-- Lists the uploads of a user.
create index uploads_owner on uploads (realm_id, owner_id, id);

-- Which messages link to an upload: whoever may read one of them may read the upload.
create table message_uploads (
  realm_id bigint not null,
  message_id bigint not null,
  upload_id bigint not null,
  primary key (realm_id, message_id, upload_id),
  foreign key (realm_id, message_id) references messages (realm_id, id) on delete cascade,
  foreign key (realm_id, upload_id) references uploads (realm_id, id) on delete cascade
);
-- Finds the messages through which an upload may be read.
create index message_uploads_upload on message_uploads (realm_id, upload_id);

create table realm_emoji (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  name text not null check (name ~ '^[0-9a-z_.-]+$' and length(name) <= 100),
  author_id bigint not null,
  -- names in the file store; the second is that of a still picture of an animated one
  file_name text not null,
  still_file_name text,
  created_at timestamptz not null default now(),
  -- messages and reactions go on to show it
  deactivated_at timestamptz,
  primary key (realm_id, id),
  foreign key (realm_id, author_id) references users (realm_id, id)
);
-- Finds an emoji by its name, and keeps active names unique.
create unique index realm_emoji_name on realm_emoji (realm_id, name) where deactivated_at is null;

-- What all workers sign with; made when it is first needed.
create table realm_secrets (
  realm_id bigint primary key references realms (id) on delete cascade,
  -- for addresses of uploads that work for a minute without credentials
  upload_links text not null default gen_random_uuid()::text || gen_random_uuid()::text
);

-- Name of an uploaded avatar in the file store; null: a gravatar.
alter table users add column avatar_key text;
