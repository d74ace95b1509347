-- User groups. Those of the system (role:owners, role:members, ...) are in every realm under the
-- same ids: their direct members are the accounts of one role, which nobody has to write down.

create table user_groups (
  realm_id bigint not null references realms (id) on delete cascade,
  -- below 100: groups of the system
  id bigint generated always as identity (start with 100),
  name text not null check (length(name) <= 100),
  description text not null default '',
  is_system_group boolean not null default false,
  -- of the direct members of a group of the system; null: it has none
  role smallint,
  -- null: the system
  creator_id bigint,
  created_at timestamptz not null default now(),
  deactivated_at timestamptz,
  primary key (realm_id, id),
  foreign key (realm_id, creator_id) references users (realm_id, id)
);
-- Resolves mentions, and keeps names unique.
create unique index user_groups_name on user_groups (realm_id, lower(name));

create table user_group_members (
  realm_id bigint not null,
  group_id bigint not null,
  user_id bigint not null,
  primary key (realm_id, group_id, user_id),
  foreign key (realm_id, group_id) references user_groups (realm_id, id) on delete cascade,
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);
-- Lists the groups of an account that comes or goes.
create index user_group_members_user on user_group_members (realm_id, user_id);

-- Whoever is in a subgroup is in the group.
create table user_group_subgroups (
  realm_id bigint not null,
  group_id bigint not null,
  subgroup_id bigint not null,
  primary key (realm_id, group_id, subgroup_id),
  foreign key (realm_id, group_id) references user_groups (realm_id, id) on delete cascade,
  foreign key (realm_id, subgroup_id) references user_groups (realm_id, id) on delete cascade
);
-- Finds the groups around a group.
create index user_group_subgroups_subgroup on user_group_subgroups (realm_id, subgroup_id);

insert into user_groups (realm_id, id, name, description, is_system_group, role)
overriding system value
select realms.id, made.id, made.name, made.description, true, made.role
from realms, (values
  (1, 'role:owners', 'Owners of this organization', 100),
  (2, 'role:administrators', 'Administrators of this organization, including owners', 200),
  (3, 'role:moderators', 'Moderators of this organization, including administrators', 300),
  (4, 'role:fullmembers', 'Members of this organization, not including new accounts and guests', 400),
  (5, 'role:members', 'Members of this organization, not including guests', 400),
  (6, 'role:everyone', 'Everyone in this organization, including guests', 600),
  (7, 'role:internet', 'Everyone on the Internet', null),
  (8, 'role:nobody', 'Nobody', null)
) as made (id, name, description, role);

insert into user_group_subgroups (realm_id, group_id, subgroup_id)
select realms.id, made.group_id, made.group_id - 1
from realms, generate_series(2, 7) as made (group_id);
