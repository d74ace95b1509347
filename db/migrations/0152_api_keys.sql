-- People give each device and script a key of its own, which may do less than the account, and which can be revoked alone. The
-- account's one key stays in `users.api_key`, since old clients are given that one.
create table api_keys (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  user_id bigint not null,
  name text not null check (name <> ''),
  scope text not null check (scope in ('read', 'write', 'administration')),
  -- SHA-256 in base64url; the key itself is shown once. The index finds who calls
  key_hash text not null unique,
  created_at timestamptz not null default now(),
  -- null: it does not expire
  expires_at timestamptz,
  -- accurate to ten minutes; null: never
  last_used_at timestamptz,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);

-- the keys of an account: to be listed, counted, and ended together
create index api_keys_of_user on api_keys (realm_id, user_id);

-- Workers remember who calls by key, too, and learn from the log of changes that one has ended. The function of sessions reads
-- the same two columns.
create trigger api_keys_ended after delete on api_keys
referencing old table as ended
for each statement execute function log_ended_sessions();
