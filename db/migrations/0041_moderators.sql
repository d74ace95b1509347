-- Moderators, role 300. The check of the new rows comes first, so that the table is read, to know that
-- the old ones pass, while others write.
alter table users drop constraint users_role_check;
alter table users add constraint users_role_check check (role in (100, 200, 300, 400, 600)) not valid;
alter table users validate constraint users_role_check;
