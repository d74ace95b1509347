-- Directories such as Okta and Entra make and change accounts and groups by SCIM, with a token of the organization.
create table scim_tokens (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  name text not null check (name <> ''),
  -- SHA-256; the token itself is shown once
  token_hash text not null,
  created_at timestamptz not null default now(),
  -- accurate to ten minutes; null: never
  last_used_at timestamptz,
  primary key (realm_id, id)
);

-- serves the check of a token
create unique index scim_tokens_hash on scim_tokens (token_hash);

-- The id of an account in the directory.
create table scim_users (
  realm_id bigint not null references realms (id) on delete cascade,
  user_id bigint not null,
  external_id text not null,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);

-- serves the search by externalId
create index scim_users_external_id on scim_users (realm_id, external_id);

-- The id of a user group in the directory.
create table scim_groups (
  realm_id bigint not null references realms (id) on delete cascade,
  group_id bigint not null,
  external_id text not null,
  primary key (realm_id, group_id),
  foreign key (realm_id, group_id) references user_groups (realm_id, id) on delete cascade
);

-- serves the search by externalId
create index scim_groups_external_id on scim_groups (realm_id, external_id);
