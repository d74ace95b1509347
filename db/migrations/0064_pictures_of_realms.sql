-- Icon and logos of an organisation, by kind: {"icon": {"key": file name in the store, "version": n}}. A kind that is
-- absent was never uploaded; without a key it was taken away, and the version goes on.
alter table realms add column pictures jsonb not null default '{}';
