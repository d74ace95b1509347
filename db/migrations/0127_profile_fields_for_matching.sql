-- Whether clients find people by the value of a profile field, beside their names.
alter table profile_fields add column use_for_user_matching boolean not null default false;
