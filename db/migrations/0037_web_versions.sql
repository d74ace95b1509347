-- The version of the web app that all workers serve, in one row: open pages are told once when it becomes
-- another one, by whichever worker writes it here.
create table web_versions (
  only_row boolean primary key default true check (only_row),
  version text not null,
  served_since timestamptz not null default now()
);
