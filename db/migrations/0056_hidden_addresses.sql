-- Addresses that not everybody sees. `email` is what records show: the address itself, or
-- user<id>@<host> where it is hidden; then `delivery_email` holds the address, by which people log
-- in. Where it is null, both are the same.
alter table users add column delivery_email text;

create unique index users_by_address on users (realm_id, lower(coalesce(delivery_email, email)));
-- Lists them for whoever gets a role in which they are seen.
create index users_with_hidden_address on users (realm_id, id) where delivery_email is not null;
