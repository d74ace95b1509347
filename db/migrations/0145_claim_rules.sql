-- Rules by which the claims of a provider give roles, groups, streams and profile fields.
alter table identity_providers add column claim_rules jsonb not null default '[]';

-- The provider whose rules choose the members of a group; null: people choose them.
alter table user_groups add column managed_by text;

-- The grants that the rules of a provider gave a person, to be withdrawn when the claim is gone.
create table claim_grants (
  realm_id bigint not null references realms (id) on delete cascade,
  user_id bigint not null,
  provider_slug text not null,
  -- a role, ids of streams and ids of profile fields
  granted jsonb not null,
  primary key (realm_id, user_id, provider_slug),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);
