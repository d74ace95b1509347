-- Owners can see who changed what about the organisation: a row for each administrative act, written with
-- it and never changed. Rows stay; they are as many as such acts.
create table audit_log (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  created_at timestamptz not null default now(),
  act text not null,
  source text not null check (source in ('api', 'cli', 'server')),
  -- who acted through the API; nobody where somebody used the command line, or nobody did
  acting_user_id bigint,
  address text,
  client text,
  -- whom or what it was done to; the realm itself where nothing is named
  affected_type text,
  affected_id bigint,
  -- what changed, as it was and as it is, without secrets
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  -- pages, newest first
  primary key (realm_id, id),
  -- accounts are never deleted but with their realm
  foreign key (realm_id, acting_user_id) references users (realm_id, id) on delete cascade
);
