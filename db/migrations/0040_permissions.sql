-- Who may do what is a set of users, written as a group: of channels and user groups, what was chosen
-- here; of the organisation, in `realms.settings`.
alter table user_groups add column permissions jsonb not null default '{}';
alter table streams add column permissions jsonb not null default '{}';

-- What statements ask of a private channel: the users and groups that may read it without being
-- subscribed, since they could let themselves in, and those that may know of it. A trigger keeps them.
alter table streams add column content_user_ids bigint[] not null default '{}';
alter table streams add column content_group_ids bigint[] not null default '{}';
alter table streams add column known_user_ids bigint[] not null default '{}';
alter table streams add column known_group_ids bigint[] not null default '{}';

-- The users, or the groups, that values of group settings name. 8 is role:nobody.
create function ids_named_by(part text, variadic group_values jsonb[]) returns bigint[]
language sql immutable set search_path from current
as $$
  select coalesce(array_agg(distinct id order by id), '{}') from (
    select (each #>> '{}')::bigint as id from unnest(group_values) as each
    where jsonb_typeof(each) = 'number' and part = 'direct_subgroups'
    union all
    select jsonb_array_elements_text(each -> part)::bigint from unnest(group_values) as each
    where jsonb_typeof(each) = 'object'
  ) as named where id <> 8 or part = 'direct_members'
$$;

-- Whoever made a channel administers it unless somebody chose otherwise.
create function note_stream_permissions() returns trigger language plpgsql set search_path from current
as $$ declare
  administering jsonb := coalesce(new.permissions -> 'can_administer_channel_group', case
    when new.creator_id is not null
    then jsonb_build_object('direct_members', jsonb_build_array(new.creator_id), 'direct_subgroups', '[]'::jsonb) end); begin
  new.content_user_ids := ids_named_by('direct_members',
    new.permissions -> 'can_add_subscribers_group', new.permissions -> 'can_subscribe_group');
  new.content_group_ids := ids_named_by('direct_subgroups',
    new.permissions -> 'can_add_subscribers_group', new.permissions -> 'can_subscribe_group');
  new.known_user_ids := ids_named_by('direct_members', administering,
    new.permissions -> 'can_add_subscribers_group', new.permissions -> 'can_subscribe_group');
  new.known_group_ids := ids_named_by('direct_subgroups', administering,
    new.permissions -> 'can_add_subscribers_group', new.permissions -> 'can_subscribe_group'); return new; end
$$;

create trigger streams_permissions_noted before insert or update of permissions, creator_id on streams
for each row execute function note_stream_permissions();

update streams set permissions = permissions;

-- Workers know of every account what groups are around it, and must learn of every change to that.
-- Only realms that exist: what is removed may be all of one.
create function log_changed_members() returns trigger language plpgsql set search_path from current
as $$ begin
  insert into account_changes (realm_id, user_ids)
  select realm_id, array_agg(distinct user_id) from changed join realms on realms.id = realm_id
  group by realm_id; return null; end
$$;

create trigger user_group_members_insert_logged after insert on user_group_members
referencing new table as changed
for each statement execute function log_changed_members();

create trigger user_group_members_delete_logged after delete on user_group_members
referencing old table as changed
for each statement execute function log_changed_members();

-- Groups within groups, and groups that come back or go: whom that concerns is not worth finding out.
create function log_changed_nesting() returns trigger language plpgsql set search_path from current
as $$ begin
  insert into account_changes (realm_id)
  select id from realms where id in (select realm_id from changed); return null; end
$$;

create trigger user_group_subgroups_insert_logged after insert on user_group_subgroups
referencing new table as changed
for each statement execute function log_changed_nesting();

create trigger user_group_subgroups_delete_logged after delete on user_group_subgroups
referencing old table as changed
for each statement execute function log_changed_nesting();

create function log_changed_groups() returns trigger language plpgsql set search_path from current
as $$ begin
  insert into account_changes (realm_id)
  select id from realms where id in (
    select realm_id from before join changed using (realm_id, id)
    where before.deactivated_at is distinct from changed.deactivated_at); return null; end
$$;

create trigger user_groups_changed_logged after update on user_groups
referencing old table as before new table as changed
for each statement execute function log_changed_groups();
