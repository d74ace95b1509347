-- A bouncer that has the keys of published mobile apps, as the operator registered this server there.
create table push_bouncer (
  only_row boolean primary key default true check (only_row),
  url text not null,
  org_id uuid not null,
  org_key text not null,
  hostname text not null,
  contact_email text not null,
  registered_at timestamptz not null,
  -- When the bouncer is told next which organizations there are; also the lease of the worker that tells it.
  report_due_at timestamptz not null
);

-- Organizations that a bouncer is told of, by their UUIDs.
create table bouncer_realms (
  realm_id bigint primary key references realms (id) on delete cascade,
  -- Proves to a bouncer that the organization is the same.
  owner_secret text not null
);
-- Names of people for a bouncer. They stay the same, and tell nothing.
create table person_uuids (
  realm_id bigint not null references realms (id) on delete cascade,
  user_id bigint not null,
  uuid uuid not null unique default gen_random_uuid(),
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);
