-- Services that vouch for people who log in: OpenID Connect, GitHub and others.
create table identity_providers (
  realm_id bigint not null references realms (id) on delete cascade,
  -- the last part of its addresses, such as `/accounts/login/social/keycloak`
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  kind text not null,
  display_name text not null,
  -- options of the kind, such as the issuer
  options jsonb not null default '{}',
  -- the client's secret, encrypted with a key outside of the database; null: there is none
  sealed_secret bytea,
  is_enabled boolean not null default true,
  -- whether a person without an account gets one at once, without a form
  signs_up_at_once boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (realm_id, slug)
);

-- The identity of a person at a provider: the pair of issuer and subject stays when the address changes.
create table external_identities (
  realm_id bigint not null references realms (id) on delete cascade,
  issuer text not null,
  subject text not null,
  user_id bigint not null,
  -- the provider that vouched last
  provider_slug text not null,
  -- the address that the provider knows
  address text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (realm_id, issuer, subject),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);

create index external_identities_user on external_identities (realm_id, user_id);

-- The last logins that a provider or this server refused, for administrators who set a provider up.
create table refused_logins (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  provider_slug text not null,
  reason text not null,
  refused_at timestamptz not null default now(),
  primary key (realm_id, id)
);

create index refused_logins_of_provider on refused_logins (realm_id, provider_slug, id desc);

-- The provider that a session came by; null: a password. Sessions end with their provider.
alter table sessions add column provider_slug text;
