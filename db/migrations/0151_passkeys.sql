-- Passkeys of people (WebAuthn): key pairs of which this server has the public half.
create table passkeys (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  user_id bigint not null,
  -- base64url, chosen by the authenticator
  credential_id text not null,
  -- COSE
  public_key bytea not null,
  -- signatures that the authenticator has counted; 0 if it does not count
  counter bigint not null,
  -- ways to reach the authenticator, such as `usb` and `internal`
  transports jsonb not null default '[]',
  -- whether the authenticator may copy the passkey to other devices, and has done so
  may_be_backed_up boolean not null,
  is_backed_up boolean not null,
  name text not null check (name <> ''),
  created_at timestamptz not null default now(),
  -- null: never
  last_used_at timestamptz,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);

-- finds the passkey of a login
create unique index passkeys_credential on passkeys (realm_id, credential_id);

-- lists the passkeys of a person
create index passkeys_user on passkeys (realm_id, user_id);
