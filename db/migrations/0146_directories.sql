-- What a worker has taken over of each person of a directory (LDAP), so that a sync writes only what has changed there.
create table directory_people (
  realm_id bigint not null references realms (id) on delete cascade,
  provider_slug text not null,
  user_id bigint not null,
  -- of the attributes; empty: nothing was taken over yet
  digest text not null default '',
  -- of the picture; null: there is none
  picture_digest text,
  -- whether a sync has deactivated the account, which then reactivates it when the person is back
  is_deactivated_here boolean not null default false,
  primary key (realm_id, provider_slug, user_id),
  foreign key (realm_id, provider_slug) references identity_providers (realm_id, slug) on delete cascade,
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);

create index directory_people_user on directory_people (realm_id, user_id);
