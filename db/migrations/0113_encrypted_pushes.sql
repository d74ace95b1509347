-- Encrypted pushes to mobile apps that are built for this server.

-- The key pair (X25519, base64) under which apps seal their tokens. One row, made at the first use; another pair would
-- make all apps register again.
create table push_sealing_keys (
  only_row boolean primary key default true check (only_row),
  public_key text not null,
  private_key text not null
);

-- An installation of an app, with one account.
create table client_devices (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  user_id bigint not null,
  created_at timestamptz not null,
  -- Newest key for pushes, which the device made: 32 bytes in base64, and the device's id of it.
  push_key_id bigint,
  push_key text,
  -- The opened registration with FCM or APNs.
  token_kind text check (token_kind in ('fcm', 'apns')),
  token text check (length(token) <= 4096),
  -- Bundle id of an app on iOS.
  app_id text check (length(app_id) <= 200),
  -- First 8 bytes of the token's SHA-256 in base64, by which the device knows it.
  token_id text,
  token_updated_at timestamptz,
  -- A registration that could not be opened, and why.
  failed_token_id text,
  error_code text,
  primary key (realm_id, id),
  check ((push_key_id is null) = (push_key is null)),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);
create index client_devices_of_user on client_devices (realm_id, user_id);
