-- Workers also remember who belongs to a realm, and so must learn of new accounts.

create trigger users_created after insert on users
referencing new table as changed
for each statement execute function log_changed_users();
