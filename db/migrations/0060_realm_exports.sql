-- Administrators may take everything along: what they asked for, and what became of it. Any worker makes the
-- archive; when it dies, another one begins again.
create table realm_exports (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  acting_user_id bigint not null,
  -- 1 what is public, 2 and what is private of those who let it be exported
  export_type smallint not null check (export_type in (1, 2)),
  -- what nobody can guess of its address, and its name in the file store
  path_key text not null,
  file_name text not null,
  bytes bigint,
  requested_at timestamptz not null,
  attempts integer not null default 0,
  -- a worker that makes it moves this on: when others may take it for lost
  due_at timestamptz not null default now(),
  finished_at timestamptz,
  failed_at timestamptz,
  deleted_at timestamptz,
  primary key (realm_id, id),
  foreign key (realm_id, acting_user_id) references users (realm_id, id) on delete cascade
);
-- Finds what is to be made next; usually empty.
create index realm_exports_due on realm_exports (due_at) where finished_at is null and failed_at is null;
-- Finds the archive of an address.
create unique index realm_exports_path_key on realm_exports (realm_id, path_key);
