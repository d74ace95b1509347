-- Imports that owners start in the web app: the request, its progress and its outcome. Any worker runs one, under a lease;
-- when it dies, another one goes on.
create table import_jobs (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  acting_user_id bigint not null,
  -- checking: a dry run; checked: waits for its start
  state text not null check (
    state in ('uploading', 'checking', 'checked', 'importing', 'done', 'failed', 'cancelled')),
  -- name of the uploaded file, or path below the folder of the operator
  file_name text not null check (length(file_name) <= 1000),
  -- uploaded archives: their name in the file store, without the number of the part, and their size
  path_key text,
  bytes bigint,
  -- addresses of people, as a CSV file
  people text,
  -- the worker that runs it ends it at the next batch
  is_cancelled boolean not null default false,
  requested_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- number of the last attempt; only its worker may go on writing
  attempts integer not null default 0,
  -- attempts since the last progress
  tries integer not null default 0,
  -- end of the lease, or of the time in which an owner must go on
  due_at timestamptz not null,
  format text,
  is_waiting_for_file boolean not null default false,
  records_read bigint not null default 0,
  records_per_second real,
  error text,
  -- reports of the dry run and of the import
  checked_report jsonb,
  report jsonb,
  primary key (realm_id, id),
  foreign key (realm_id, acting_user_id) references users (realm_id, id) on delete cascade
);
-- Finds the import that a worker runs next; usually empty.
create index import_jobs_due on import_jobs (due_at) where ended_at is null;
-- One import at a time in each organization.
create unique index import_jobs_running on import_jobs (realm_id) where ended_at is null;

-- Parts of an archive that are uploaded.
create table import_parts (
  realm_id bigint not null,
  import_id bigint not null,
  number integer not null,
  bytes bigint not null,
  primary key (realm_id, import_id, number),
  foreign key (realm_id, import_id) references import_jobs (realm_id, id) on delete cascade
);
