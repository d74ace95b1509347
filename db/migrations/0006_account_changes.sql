-- Workers remember the accounts of those who call, and must learn of every change to an account
-- or its realm, whoever makes it: also a worker of an older release, or a person with psql. So
-- the database itself keeps a log of such changes. Each worker reads it several times a second,
-- and removes rows that everybody has had time to read.

create table account_changes (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  -- accounts that were changed; null: all of the realm
  user_ids bigint[],
  primary key (realm_id, id)
);

-- The statement and its `return` share a line: a semicolon at the end of one ends the migration's
-- statement.
create function log_changed_users() returns trigger language plpgsql set search_path from current
as $$ begin
  insert into account_changes (realm_id, user_ids)
  select realm_id, array_agg(id) from changed group by realm_id; return null; end
$$;

create trigger users_changed after update on users
referencing new table as changed
for each statement execute function log_changed_users();

create function log_changed_realm() returns trigger language plpgsql set search_path from current
as $$ begin
  insert into account_changes (realm_id) values (new.id); return null; end
$$;

create trigger realm_changed after update on realms
for each row execute function log_changed_realm();
