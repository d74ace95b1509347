-- Workers remember what every registering client of a realm is told, and ask each time whether it
-- still holds. The answer is a version of each part: how often it has changed. Here is a row for
-- each change rather than a counter for each part: those who change a realm at the same time would
-- wait for each other at a counter. The version is the sum of `changes`; now and then the rows of
-- a realm are made into one for each part, which leaves the sum as it is.

create table realm_changes (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  part text not null,
  changes bigint not null default 1,
  primary key (realm_id, id)
);

-- The statement and its `return` share a line: a semicolon at the end of one ends the migration's
-- statement. Only realms that exist: what is removed may be all of one.
create function log_realm_change() returns trigger language plpgsql set search_path from current
as $$ begin
  insert into realm_changes (realm_id, part)
  select id, tg_argv[0] from realms where id in (select realm_id from changed); return null; end
$$;

-- A trigger for each kind of statement, since only one kind can be told of its rows by each name.
do $$ declare watched record; begin
  for watched in
    select part.*, event.* from (values
      ('streams', 'streams'), ('user_groups', 'user_groups'),
      ('user_group_members', 'user_groups'), ('user_group_subgroups', 'user_groups'),
      ('realm_emoji', 'realm_emoji'), ('user_statuses', 'user_statuses')) as part (table_name, part),
      (values ('insert', 'new'), ('update', 'new'), ('delete', 'old')) as event (event, rows)
  loop
    execute format(
      'create trigger %1$s_%2$s_counted after %2$s on %1$s referencing %3$s table as changed
       for each statement execute function log_realm_change(%4$L)',
      watched.table_name, watched.event, watched.rows, watched.part); end loop; end
$$;

-- Who belongs to the groups of the system follows from the role; deactivated accounts to none.
create function log_changed_roles() returns trigger language plpgsql set search_path from current
as $$ begin
  insert into realm_changes (realm_id, part)
  select distinct realm_id, 'user_groups' from before join changed using (realm_id, id)
  where (before.role, before.deactivated_at, before.date_joined)
    is distinct from (changed.role, changed.deactivated_at, changed.date_joined); return null; end
$$;

create trigger users_created_counted after insert on users
referencing new table as changed
for each statement execute function log_realm_change('user_groups');

create trigger users_changed_counted after update on users
referencing old table as before new table as changed
for each statement execute function log_changed_roles();

create trigger users_deleted_counted after delete on users
referencing old table as changed
for each statement execute function log_realm_change('user_groups');
