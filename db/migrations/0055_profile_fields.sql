-- What people can say about themselves beside their names: the fields that an organisation has, and
-- beside each account what it says there, {"<field id>": {"value", "rendered_value"}}. It stands in
-- the account's row, so that whoever remembers accounts hears of every change to it.
create table profile_fields (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 40),
  hint text not null default '' check (length(hint) <= 80),
  field_type smallint not null check (field_type between 1 and 8),
  -- As clients sent it: text of JSON, or ''.
  field_data text not null default '',
  position integer not null,
  display_in_profile_summary boolean not null default false,
  required boolean not null default false,
  editable_by_user boolean not null default true,
  primary key (realm_id, id)
);

create unique index profile_fields_by_label on profile_fields (realm_id, name, field_type);

alter table users add column profile_data jsonb not null default '{}';

-- Counts its changes as of other parts of a realm (0020), for what registering clients are told.
do $$ declare event record; begin
  for event in select * from (values ('insert', 'new'), ('update', 'new'), ('delete', 'old')) as event (name, rows)
  loop
    execute format(
      'create trigger profile_fields_%1$s_counted after %1$s on profile_fields
       referencing %2$s table as changed
       for each statement execute function log_realm_change(%3$L)',
      event.name, event.rows, 'profile_fields'); end loop; end
$$;
