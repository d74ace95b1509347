-- What level 467 tells of an organization, a name that no other one has on any server, and of an imported account: that
-- its person has not logged in yet.
alter table realms add column uuid uuid not null default gen_random_uuid();
alter table users add column is_imported_stub boolean not null default false;
