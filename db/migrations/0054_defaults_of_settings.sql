-- The settings that new accounts begin with, where the organisation chose others than the server's;
-- and who wants to know of nobody's typing, for the statement that asks each time somebody types.
alter table realms add column user_defaults jsonb not null default '{}';

create index users_not_told_of_typing on users (realm_id, id)
where settings @> '{"receives_typing_notifications": false}';
