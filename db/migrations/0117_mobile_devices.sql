-- Phones and tablets with a mobile app, whose pushes go through FCM and APNs: directly, or through a bouncer.
create table mobile_devices (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  user_id bigint not null,
  kind text not null check (kind in ('fcm', 'apns')),
  token text not null check (length(token) <= 4096),
  -- SHA-256 of the token in base64url: tokens are too long for an index.
  token_digest text not null,
  -- Bundle id of the app; APNs needs it.
  app_id text check (length(app_id) <= 200),
  -- The device for which pushes are enqueued: its own, or one of all devices of the person behind the bouncer.
  push_device_id bigint not null,
  created_at timestamptz not null,
  -- Whether the bouncer knows the token.
  is_at_bouncer boolean not null default false,
  -- The app has removed it; the row stays until the bouncer has removed it, too.
  removed_at timestamptz,
  -- A test through the bouncer is to be sent.
  is_test_due boolean not null default false,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade,
  foreign key (realm_id, push_device_id) references push_devices (realm_id, id) on delete cascade
);
-- A token of two accounts is two devices.
create unique index mobile_devices_of_user on mobile_devices (realm_id, user_id, kind, token_digest);
-- Serves the sending of pushes.
create index mobile_devices_of_push_device on mobile_devices (realm_id, push_device_id);
