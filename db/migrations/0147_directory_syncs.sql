-- The last sync of each directory, for the settings of the organization.
create table directory_syncs (
  realm_id bigint not null references realms (id) on delete cascade,
  provider_slug text not null,
  -- null: it goes on
  finished_at timestamptz,
  started_at timestamptz not null,
  -- counts, or the sentence of a fault
  result jsonb not null default '{}',
  primary key (realm_id, provider_slug),
  foreign key (realm_id, provider_slug) references identity_providers (realm_id, slug) on delete cascade
);
