-- What somebody may do once who has a link: set a password, take another address, make an account. Of a token
-- there is only the hash, so that whoever reads the table can use none.
create table confirmations (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- Whose account it is about; null: there is none yet.
  user_id bigint,
  -- The address that it was sent to, or that it is about.
  address text,
  data jsonb not null default '{}',
  token_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);
-- Finds what a token is for.
create unique index confirmations_token on confirmations (realm_id, token_hash);
-- Finds those of an account or an address that are to be revoked.
create index confirmations_user on confirmations (realm_id, user_id, kind) where user_id is not null;
create index confirmations_address on confirmations (realm_id, lower(address), kind) where address is not null;
-- Finds what may be forgotten.
create index confirmations_expiry on confirmations (expires_at);
